import type { Credentials } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import type { PlatformReply, PlatformRequest } from '../http.ts';
import { explain } from './errors.ts';

export type TiktokApi = (
  request: Omit<PlatformRequest, 'url' | 'upload' | 'form'> & Readonly<{ path: string }>,
  as: Readonly<{ credentials: Credentials; signal?: AbortSignal }>,
) => Promise<PlatformReply>;

/** Calls to TikTok's API v2 with the person's token. */
export const tiktokApi =
  ({ http, hosts }: PlatformTools): TiktokApi =>
  ({ path, headers, ...request }, { credentials, signal }) =>
    http.call(
      {
        ...request,
        url: `${hosts.urls.TIKTOK.api}${path}`,
        headers: {
          authorization: `Bearer ${credentials.accessToken}`,
          ...(request.json !== undefined && { 'content-type': 'application/json; charset=UTF-8' }),
          ...headers,
        },
        ...(signal && { signal }),
      },
      explain,
    );

export const postUrl = (username: string, id: string, kind: 'video' | 'photo'): string =>
  `https://www.tiktok.com/@${username}/${kind}/${id}`;

/** Post ids are 64-bit numbers; what is still in moderation, or not public, has only the id of its publishing. */
export const isPostId = (nativeId: string): boolean => /^\d+$/.test(nativeId);
