import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { RunContext } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import type { PlatformReply } from '../http.ts';
import { graphOf, type Graph, type GraphCall } from '../meta/graph.ts';
import { actingTokenOf } from '../meta/pages.ts';

export type PageCall = Omit<GraphCall, 'url' | 'token'> & Readonly<{ path: string; base?: 'api' | 'video' }>;

/** A Page and the right to act as it, for one run. */
export type ActingPage = Readonly<{
  id: string;
  call(request: PageCall): Promise<PlatformReply>;
  /** An upload to an address from the platform, which needs the token in another form. */
  token: string;
  graph: Graph;
  urlOf(path: string): string;
  signal: AbortSignal;
}>;

/**
 * Acts as the selected Page, with its kept token. One that Meta refuses is asked for again by the renewal of the
 * account.
 */
export const actingPage = async ({ http, hosts }: PlatformTools, context: RunContext): Promise<ActingPage> => {
  const { account, credentials, signal } = context;
  const { api, video } = hosts.urls.FACEBOOK;
  if (!account.page)
    throw new PlatformError('refused', 'NO_PAGE_SELECTED', 'no Page has been selected for this Facebook account');
  const graph = graphOf(http);
  const { id } = account.page;
  const token = await actingTokenOf(graph, { api, credentials, pageId: id }, signal);
  return {
    id,
    token,
    graph,
    signal,
    urlOf: (path) => `${api}/${path}`,
    call: ({ path, base = 'api', ...request }) =>
      graph({ ...request, url: `${base === 'api' ? api : video}/${path}`, token, signal }),
  };
};
