import type { Credentials } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import type { PlatformReply, PlatformRequest } from '../http.ts';
import { explain } from './errors.ts';

export type YoutubeApi = (
  request: Omit<PlatformRequest, 'url'> & Readonly<{ path: string; base?: 'api' | 'upload' }>,
  as: Readonly<{ credentials: Credentials; signal?: AbortSignal }>,
) => Promise<PlatformReply>;

/** Calls to the YouTube Data API v3 with the person's token. */
export const youtubeApi =
  ({ http, hosts }: PlatformTools): YoutubeApi =>
  ({ path, base = 'api', headers, ...request }, { credentials, signal }) =>
    http.call(
      {
        ...request,
        url: `${hosts.urls.YOUTUBE[base]}${path}`,
        headers: { authorization: `Bearer ${credentials.accessToken}`, ...headers },
        ...(signal && { signal }),
      },
      explain,
    );

export const videoUrl = (id: string, { isShort }: Readonly<{ isShort: boolean }>): string =>
  isShort ? `https://www.youtube.com/shorts/${id}` : `https://www.youtube.com/watch?v=${id}`;
