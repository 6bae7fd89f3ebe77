import { z } from 'zod';
import { hmac, hubChallenge, isSame, type NativeChange, type WebhookReceiver } from '../webhook.ts';
import { Messaging, readMessaging } from './message-webhooks.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const Person = z.object({ id: z.string(), name: z.string().optional(), username: z.string().optional() });
const Body = z.object({
  object: z.string().optional(),
  entry: z
    .array(
      z.object({
        id: z.string(),
        time: z.number().optional(),
        changes: z.array(z.object({ field: z.string(), value: z.unknown() })).default([]),
        messaging: z.array(z.unknown()).default([]),
      }),
    )
    .default([]),
});
type Entry = z.infer<typeof Body>['entry'][number];

const Feed = z.object({
  item: z.string(),
  verb: z.string().default('add'),
  comment_id: z.string().optional(),
  post_id: z.string(),
  parent_id: z.string().optional(),
  from: Person.optional(),
  message: z.string().optional(),
  /** The post that the comment is under. */
  post: z.object({ permalink_url: z.string().optional() }).optional(),
  created_time: z.number(),
});
const PageMention = z.object({
  comment_id: z.string().optional(),
  post_id: z.string(),
  sender_id: z.string().optional(),
  sender_name: z.string().optional(),
  message: z.string().optional(),
  permalink_url: z.string().optional(),
  created_time: z.number(),
});
const InstagramComment = z.object({
  id: z.string(),
  text: z.string().default(''),
  from: Person,
  media: z.object({ id: z.string() }),
  parent_id: z.string().optional(),
});
const InstagramMention = z.object({ media_id: z.string(), comment_id: z.string().optional() });
type What = NativeChange['what'];
type Read = Readonly<{ authorId: string; what: What }>;

const momentOf = (seconds: number | undefined): string =>
  seconds === undefined ? new Date().toISOString() : new Date(seconds * 1000).toISOString();

const other: Read = { authorId: '', what: { kind: 'other' } };

/** The address of a comment: Facebook names the one of the post, and shows a comment by the last part of its id. */
const commentAddress = (post: string | undefined, commentId: string): string | undefined => {
  if (post === undefined || !URL.canParse(post)) return undefined;
  const url = new URL(post);
  url.searchParams.set('comment_id', commentId.split('_').at(-1) ?? commentId);
  return url.toString();
};

const readPage = (field: string, value: unknown, { id: pageId }: Entry): Read => {
  if (field === 'feed') {
    const parsed = Feed.safeParse(value);
    if (!parsed.success || parsed.data.item !== 'comment' || parsed.data.comment_id === undefined) return other;
    const { verb, comment_id: nativeId, post_id: postId, parent_id: parent, from, message } = parsed.data;
    const { post, created_time } = parsed.data;
    const url = commentAddress(post?.permalink_url, nativeId);
    // Meta also reports what the Page itself writes.
    if ((verb !== 'add' && verb !== 'edited') || from?.id === pageId) return other;
    const author = { id: from?.id ?? '', username: from?.name ?? '' };
    const comment = {
      nativeId,
      author,
      text: message ?? '',
      createdAt: momentOf(created_time),
      ...(parent !== undefined && parent !== postId && { parentNativeId: parent }),
      ...defined({ url }),
    };
    return { authorId: author.id, what: { kind: 'comment', postId, comment, isEdit: verb === 'edited' } };
  }
  const parsed = field === 'mention' ? PageMention.safeParse(value) : undefined;
  if (!parsed?.success) return other;
  const { comment_id, post_id: mediaId, sender_id: id = '', sender_name: username, ...rest } = parsed.data;
  const mention = {
    nativeId: comment_id ?? mediaId,
    mediaId,
    author: { id, username },
    text: rest.message,
    createdAt: momentOf(rest.created_time),
    url: rest.permalink_url,
  };
  return { authorId: id, what: { kind: 'mention', mention } };
};

const readInstagram = (field: string, value: unknown, { id: ownId, time }: Entry): Read => {
  const createdAt = momentOf(time);
  if (field === 'comments' || field === 'live_comments') {
    const parsed = InstagramComment.safeParse(value);
    if (!parsed.success || parsed.data.from.id === ownId) return other;
    const { id: nativeId, text, from, media, parent_id: parent } = parsed.data;
    const author = { id: from.id, username: from.username ?? '' };
    const comment = { nativeId, author, text, createdAt, ...defined({ parentNativeId: parent }) };
    return { authorId: author.id, what: { kind: 'comment', postId: media.id, comment, isEdit: false } };
  }
  const parsed = field === 'mentions' ? InstagramMention.safeParse(value) : undefined;
  if (!parsed?.success) return other;
  const { media_id: mediaId, comment_id } = parsed.data;
  // Instagram names neither the author nor the text.
  const nativeId = comment_id ?? mediaId;
  return {
    authorId: nativeId,
    what: { kind: 'mention', mention: { nativeId, mediaId, author: { id: '' }, createdAt } },
  };
};

const readers = { FACEBOOK: readPage, INSTAGRAM: readInstagram } as const;

/** Webhooks of Pages or of Instagram: the challenge of the hub, and a signature over the raw body. */
export const metaWebhooks = (platform: keyof typeof readers): WebhookReceiver => ({
  proof: 'x-hub-signature-256',
  challenge: hubChallenge,
  isGenuine: ({ header, body }, { clientSecret }) =>
    isSame(header('x-hub-signature-256'), `sha256=${hmac('sha256', clientSecret, body, 'hex')}`),
  changes: (body) => {
    const parsed = Body.safeParse(body);
    if (!parsed.success) return [];
    return parsed.data.entry.flatMap((entry) => [
      ...entry.changes.map(({ field, value }) => ({
        platform,
        to: entry.id,
        raw: JSON.stringify({ field, value }),
        ...readers[platform](field, value, entry),
      })),
      ...entry.messaging.map((event) => {
        const message = Messaging.safeParse(event);
        const raw = JSON.stringify(event);
        return { platform, to: entry.id, raw, ...(message.success ? readMessaging(message.data) : other) };
      }),
    ]);
  },
  bodyAgain: (change, id, at) => {
    const isMessaging = typeof change === 'object' && change !== null && 'sender' in change;
    const time = Math.floor(Date.parse(at) / 1000);
    return { entry: [{ id, time, ...(isMessaging ? { messaging: [change] } : { changes: [change] }) }] };
  },
});
