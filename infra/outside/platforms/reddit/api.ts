import { z } from 'zod';
import type { Credentials } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import type { PlatformReply, PlatformRequest } from '../http.ts';
import { explain } from './errors.ts';

export type RedditApi = (
  request: Omit<PlatformRequest, 'url'> & Readonly<{ path: string }>,
  as: Readonly<{ credentials: Credentials; signal?: AbortSignal }>,
) => Promise<PlatformReply>;

export const redditApi =
  ({ http, hosts }: PlatformTools): RedditApi =>
  ({ path, headers, query, ...request }, { credentials, signal }) =>
    http.call(
      {
        ...request,
        url: `${hosts.urls.REDDIT.api}${path}`,
        // Without it Reddit escapes <, > and & in every text it answers.
        query: { raw_json: 1, ...query },
        headers: {
          authorization: `Bearer ${credentials.accessToken}`,
          'user-agent': hosts.redditUserAgent,
          ...headers,
        },
        ...(signal && { signal }),
      },
      explain,
    );

/** The used fields of a post or comment of a listing. */
export const Thing = z.object({
  name: z.string(),
  author: z.string().nullish(),
  author_fullname: z.string().optional(),
  created_utc: z.number(),
  title: z.string().optional(),
  selftext: z.string().optional(),
  body: z.string().optional(),
  subreddit: z.string().optional(),
  permalink: z.string().optional(),
  context: z.string().optional(),
  parent_id: z.string().optional(),
  removed_by_category: z.string().nullish(),
  ups: z.number().optional(),
  score: z.number().optional(),
  num_comments: z.number().optional(),
  num_crossposts: z.number().optional(),
  view_count: z.number().nullish(),
  replies: z.unknown().optional(),
});
export type Thing = z.infer<typeof Thing>;

export const Listing = z.object({
  data: z.object({
    after: z.string().nullish(),
    children: z.array(z.object({ kind: z.string(), data: z.unknown() })),
  }),
});
export type Listing = z.infer<typeof Listing>;

/** The posts and comments of a listing; the stubs that stand for more are left out. */
export const thingsIn = ({ data }: Listing): readonly Thing[] =>
  data.children.flatMap(({ kind, data: thing }) => (kind === 't1' || kind === 't3' ? [Thing.parse(thing)] : []));

/** Addresses are given relative to the site. */
export const addressOf = (path: string | undefined): string | undefined =>
  path === undefined ? undefined : new URL(path, 'https://www.reddit.com').toString();

export const id36 = (fullname: string): string => fullname.replace(/^t\d_/, '');

/** Ids count upwards in base 36: which of two was made later. */
export const isLater = (fullname: string, than: string): boolean => {
  const [a, b] = [id36(fullname), id36(than)];
  return a.length === b.length ? a > b : a.length > b.length;
};
