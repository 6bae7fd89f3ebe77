import type { Credentials } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import type { PlatformReply, PlatformRequest } from '../http.ts';
import { explain } from './errors.ts';

export type TwitterApi = (
  request: Omit<PlatformRequest, 'url'> & Readonly<{ path: string }>,
  as: Readonly<{ credentials: Credentials; signal?: AbortSignal }>,
) => Promise<PlatformReply>;

/** Calls to X API v2 with the user's token. */
export const twitterApi =
  ({ http, hosts }: PlatformTools): TwitterApi =>
  ({ path, headers, ...request }, { credentials, signal }) =>
    http.call(
      {
        ...request,
        url: `${hosts.urls.TWITTER.api}${path}`,
        headers: { authorization: `Bearer ${credentials.accessToken}`, ...headers },
        ...(signal && { signal }),
      },
      explain,
    );
