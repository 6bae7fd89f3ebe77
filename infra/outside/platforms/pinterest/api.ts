import { z } from 'zod';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { Credentials, RunContext } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import type { PlatformReply, PlatformRequest } from '../http.ts';
import { shaped } from '../shape.ts';
import { explain } from './errors.ts';

export type PinterestApi = (
  request: Omit<PlatformRequest, 'url'> & Readonly<{ path: string }>,
  as: Readonly<{ credentials: Credentials; signal?: AbortSignal }>,
) => Promise<PlatformReply>;

/** Calls to the Pinterest API v5 with the person's token. */
export const pinterestApi =
  ({ http, hosts }: PlatformTools): PinterestApi =>
  ({ path, headers, ...request }, { credentials, signal }) =>
    http.call(
      {
        ...request,
        url: `${hosts.urls.PINTEREST.api}${path}`,
        headers: { authorization: `Bearer ${credentials.accessToken}`, ...headers },
        ...(signal && { signal }),
      },
      explain,
    );

export const Pin = z.object({
  id: z.string(),
  created_at: z.string(),
  board_id: z.string().nullish(),
  title: z.string().nullish(),
  description: z.string().nullish(),
});
export type Pin = z.infer<typeof Pin>;

export const Board = z.object({ id: z.string(), name: z.string(), privacy: z.string().optional() });
export const Boards = z.object({ items: z.array(Board), bookmark: z.string().nullish() });

export const pinUrl = (id: string): string => `https://www.pinterest.com/pin/${id}/`;

/** The boards of the account, as many as one page holds. */
export const boardsOf = async (
  api: PinterestApi,
  as: Pick<RunContext, 'credentials'> & Partial<Pick<RunContext, 'signal'>>,
): Promise<readonly z.infer<typeof Board>[]> => {
  const reply = await api({ method: 'GET', path: '/boards', query: { page_size: 250 }, effect: 'read' }, as);
  return shaped(Boards, reply, 'read').items;
};

/** The board a pin goes to: the post's own, the chosen one, else the account's first. */
export const boardFor = async (api: PinterestApi, named: string | undefined, context: RunContext): Promise<string> => {
  const chosen = named ?? context.account.page?.id;
  if (chosen !== undefined) return chosen;
  const [first] = await boardsOf(api, context);
  if (first) return first.id;
  throw new PlatformError('refused', 'NO_PAGE_SELECTED', 'the account has no board to pin to');
};
