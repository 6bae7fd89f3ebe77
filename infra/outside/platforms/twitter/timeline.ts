import { normalized } from '../../../../domain/kernel/stored-text.ts';
import { z } from 'zod';
import type { NativeObject, RunContext } from '../../../../domain/platforms/publisher.ts';
import { firstToTake, type MayBeIt } from '../candidates.ts';
import { shaped } from '../shape.ts';
import type { TwitterApi } from './api.ts';

const referenced = z.array(z.object({ type: z.string(), id: z.string() })).optional();
/** What a post refers to: X's names for it now, and before 2026. */
export const References = { referenced_posts: referenced, referenced_tweets: referenced };

const Tweet = z.object({
  id: z.string(),
  text: z.string(),
  created_at: z.string(),
  entities: z
    .object({ urls: z.array(z.object({ url: z.string(), expanded_url: z.string().optional() })).optional() })
    .optional(),
  ...References,
});
export type Tweet = z.infer<typeof Tweet>;

const Timeline = z.object({
  data: z.array(Tweet).optional(),
  meta: z.object({ next_token: z.string().optional() }).optional(),
});

export const tweetUrl = (username: string, id: string): string =>
  `https://x.com/${username === '' ? 'i/web' : username}/status/${id}`;

/** X escapes three characters in the texts its API answers. */
export const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

const mediaLink = /https:\/\/(x|twitter)\.com\/\S+\/(photo|video)\/\d+/;

/** The text as it was sent: X shortens URLs and appends one for the media. */
export const originalText = (tweet: Tweet): string => {
  let text = tweet.text;
  for (const { url, expanded_url: expanded = url } of tweet.entities?.urls ?? [])
    text = text.replace(url, mediaLink.test(expanded) ? '' : expanded);
  return unescaped(text);
};

/** Texts compared as X stores them: composed, without the white space X trims, URLs without the scheme X adds. */
export const sameText = (one: string, other: string): boolean => {
  const plain = (text: string) =>
    normalized(text, 'NFC')
      .replace(/https?:\/\//gi, '')
      .replace(/\s+/g, ' ')
      .trim();
  return plain(one) === plain(other);
};

/** Clocks differ; an object may seem a little older than the intent to send it. */
const skewMs = 60_000;
const pages = 5;

export type Sought = Readonly<{
  text: string;
  /** The tweet it answers; undefined for a root. */
  parentId: string | undefined;
  /** ISO 8601 */
  since: string;
  mayBeIt: MayBeIt;
}>;

type Referring = Readonly<{ [Name in keyof typeof References]?: z.output<typeof referenced> }>;

/** The post that a post answers. */
export const repliedTo = (post: Referring): string | undefined =>
  (post.referenced_posts ?? post.referenced_tweets)?.find(({ type }) => type === 'replied_to')?.id;

/**
 * Searches the account's own timeline for a tweet with this text, parent and time. `undefined`:
 * there is none.
 * `'too many'`: the timeline since then is longer than is read.
 */
export const seek = async (
  api: TwitterApi,
  sought: Sought,
  context: RunContext,
): Promise<NativeObject | 'too many' | undefined> => {
  const startTime = new Date(Date.parse(sought.since) - skewMs).toISOString().replace(/\.\d+Z$/, 'Z');
  let token: string | undefined;
  for (let page = 0; page < pages; page += 1) {
    const reply = await api(
      {
        method: 'GET',
        path: `/2/users/${context.account.nativeId}/tweets`,
        query: {
          max_results: 100,
          start_time: startTime,
          'post.fields': 'created_at,entities',
          expansions: 'referenced_posts',
          pagination_token: token,
        },
        effect: 'read',
      },
      context,
    );
    const { data = [], meta } = shaped(Timeline, reply, 'read');
    // The oldest match. A later one was not made by this send.
    const alike = data.filter(
      (tweet) => repliedTo(tweet) === sought.parentId && sameText(originalText(tweet), sought.text),
    );
    const found = await firstToTake(alike.reverse(), ({ id }) => id, sought.mayBeIt);
    if (found)
      return {
        nativeId: found.id,
        url: tweetUrl(context.account.username, found.id),
        kind: sought.parentId === undefined ? 'post' : 'reply',
      };
    token = meta?.next_token;
    if (token === undefined) return undefined;
  }
  return 'too many';
};
