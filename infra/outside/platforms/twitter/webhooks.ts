import { z } from 'zod';
import { Activities, changesOfActivity } from './activities.ts';
import { hmac, isSame, type NativeChange, type WebhookReceiver } from '../webhook.ts';

/** The Account Activity API, which X ends on 1 January 2027. */
const Body = z.object({
  for_user_id: z.string(),
  tweet_create_events: z
    .array(
      z.object({
        id_str: z.string(),
        text: z.string(),
        created_at: z.string(),
        in_reply_to_status_id_str: z.string().nullish(),
        in_reply_to_user_id_str: z.string().nullish(),
        user: z.object({ id_str: z.string(), screen_name: z.string() }),
      }),
    )
    .default([]),
});

/**
 * X: the response check (CRC), and a signature over the raw body. Replies to the account's posts are
 * comments. Events of the X Activity API are read, and posts of the Account Activity API before it.
 */
export const twitterWebhooks: WebhookReceiver = {
  proof: 'x-twitter-webhooks-signature',
  challenge: ({ query }, { clientSecret }) => {
    const token = query.get('crc_token');
    return token === null
      ? undefined
      : JSON.stringify({ response_token: `sha256=${hmac('sha256', clientSecret, token, 'base64')}` });
  },
  isGenuine: ({ header, body }, { clientSecret }) =>
    isSame(header('x-twitter-webhooks-signature'), `sha256=${hmac('sha256', clientSecret, body, 'base64')}`),
  changes: (body) => {
    const activities = Activities.safeParse(body);
    if (activities.success) return [activities.data.data].flat().flatMap(changesOfActivity);
    const parsed = Body.safeParse(body);
    if (!parsed.success) return [];
    const { for_user_id: to, tweet_create_events: tweets } = parsed.data;
    return tweets
      .filter(({ user }) => user.id_str !== to)
      .map((tweet): NativeChange => {
        const { id_str: nativeId, text, user, in_reply_to_status_id_str: postId } = tweet;
        const at = Date.parse(tweet.created_at);
        const author = { id: user.id_str, username: user.screen_name };
        const createdAt = new Date(Number.isNaN(at) ? 0 : at).toISOString();
        const base = { platform: 'TWITTER' as const, to, authorId: author.id, raw: JSON.stringify(tweet) };
        if (typeof postId !== 'string' || tweet.in_reply_to_user_id_str !== to)
          return { ...base, what: { kind: 'other' } };
        const comment = { nativeId, author, text, createdAt };
        return { ...base, what: { kind: 'comment', postId, comment, isEdit: false } };
      });
  },
  bodyAgain: (change, to) =>
    typeof change === 'object' && change !== null && 'event_type' in change
      ? { data: change }
      : { for_user_id: to, tweet_create_events: [change] },
};
