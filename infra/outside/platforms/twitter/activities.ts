import { z } from 'zod';
import type { NativeChange } from '../webhook.ts';

const User = z.looseObject({ id: z.string(), username: z.string() });
const Post = z.looseObject({
  id: z.string(),
  text: z.string(),
  created_at: z.string(),
  author_id: z.string(),
  in_reply_to_tweet_id: z.string().optional(),
  in_reply_to_user_id: z.string().optional(),
});
const Messages = z.looseObject({
  direct_message_events: z.array(
    z.looseObject({
      id: z.string(),
      /** Milliseconds, as a text. */
      created_timestamp: z.string(),
      message_create: z.looseObject({ sender_id: z.string(), message_data: z.looseObject({ text: z.string() }) }),
    }),
  ),
  users: z.record(z.string(), z.looseObject({ data: User })).optional(),
});
const Activity = z.looseObject({
  filter: z.looseObject({ user_id: z.string() }),
  event_type: z.string(),
  payload: z.unknown(),
  includes: z.looseObject({ users: z.array(User).optional() }).optional(),
});
type Activity = z.output<typeof Activity>;
type Read = Pick<NativeChange, 'authorId' | 'what'>;

/** One event is an object; a list of several is read too. */
export const Activities = z.object({ data: z.union([Activity, z.array(Activity)]) });

const instantOf = (text: string | number): string | undefined => {
  const ms = typeof text === 'number' ? text : Date.parse(text);
  return Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : undefined;
};

const postsOf = ({ event_type: type, payload, filter, includes }: Activity): readonly Read[] => {
  const post = Post.safeParse(payload).data;
  const createdAt = post && instantOf(post.created_at);
  if (!post || createdAt === undefined || post.author_id === filter.user_id) return [];
  const username = includes?.users?.find(({ id }) => id === post.author_id)?.username ?? '';
  const author = { id: post.author_id, username };
  const { id: nativeId, text, in_reply_to_tweet_id: postId, in_reply_to_user_id: answered } = post;
  if (type === 'post.reply.create') {
    if (postId === undefined) return [];
    const comment = { nativeId, author, text, createdAt };
    return [{ authorId: author.id, what: { kind: 'comment', postId, comment, isEdit: false } }];
  }
  // An answer to the account's own post that names the account is reported as a reply too.
  if (answered === filter.user_id) return [];
  const url = username === '' ? {} : { url: `https://x.com/${username}/status/${nativeId}` };
  const mention = { nativeId, author, text, createdAt, ...url };
  return [{ authorId: author.id, what: { kind: 'mention', mention } }];
};

const messagesOf = ({ payload, filter }: Activity): readonly Read[] => {
  const { direct_message_events: events = [], users = {} } = Messages.safeParse(payload).data ?? {};
  return events.flatMap(({ id: nativeId, created_timestamp: at, message_create: made }): readonly Read[] => {
    const { sender_id: authorId, message_data } = made;
    const createdAt = instantOf(Number(at));
    if (authorId === filter.user_id || createdAt === undefined) return [];
    const message = { nativeId, text: message_data.text, createdAt, username: users[authorId]?.data.username };
    return [{ authorId, what: { kind: 'message', message } }];
  });
};

/** What one event of the X Activity API says. */
export const changesOfActivity = (activity: Activity): readonly NativeChange[] => {
  const { event_type: type, filter, payload, includes } = activity;
  // The id of a delivery is left out, so that an event that is delivered again is the same change.
  const raw = JSON.stringify({ event_type: type, filter, payload, ...(includes && { includes }) });
  const base = { platform: 'TWITTER' as const, to: filter.user_id, raw };
  const isPost = type === 'post.reply.create' || type === 'post.mention.create';
  const read = isPost ? postsOf(activity) : type === 'dm.received' ? messagesOf(activity) : [];
  return read.map((each) => ({ ...base, ...each }));
};
