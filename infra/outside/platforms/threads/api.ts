import type { RunContext } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import type { PlatformReply } from '../http.ts';
import { graphOf, type GraphCall } from '../meta/graph.ts';

export type ThreadsApi = (
  request: Omit<GraphCall, 'url' | 'token' | 'signal'> & Readonly<{ path: string }>,
  as: Readonly<{ credentials: RunContext['credentials']; signal?: AbortSignal }>,
) => Promise<PlatformReply>;

/** Calls to the Threads API with the person's token. */
export const threadsApi = ({ http, hosts }: PlatformTools): ThreadsApi => {
  const graph = graphOf(http);
  return ({ path, ...request }, { credentials, signal }) =>
    graph({ ...request, url: `${hosts.urls.THREADS.api}/${path}`, token: credentials.accessToken, signal });
};
