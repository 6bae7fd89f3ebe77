import type { Credentials, PlatformAccount } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import type { PlatformReply, PlatformRequest } from '../http.ts';
import { explain } from './errors.ts';

export type SnapchatApi = (
  request: Omit<PlatformRequest, 'url'> & Readonly<{ path: string; base?: 'api' | 'files' }>,
  as: Readonly<{ credentials: Credentials; signal?: AbortSignal }>,
) => Promise<PlatformReply>;

/** Calls to Snap's Public Profile API. Paths Snap answers with stand on `files`, its host without a version. */
export const snapchatApi =
  ({ http, hosts }: PlatformTools): SnapchatApi =>
  ({ path, base = 'api', headers, ...request }, { credentials, signal }) => {
    const url = `${hosts.urls.SNAPCHAT[base]}${path}`;
    return http.call(
      {
        ...request,
        url: base === 'files' ? hosts.uploadUrl('SNAPCHAT', url) : url,
        headers: { authorization: `Bearer ${credentials.accessToken}`, ...headers },
        ...(signal && { signal }),
      },
      explain,
    );
  };

/** The path of the public profile that is published to. */
export const profilePath = ({ nativeId, page }: Pick<PlatformAccount, 'nativeId' | 'page'>): string =>
  `/public_profiles/${encodeURIComponent(page?.id ?? nativeId)}`;
