import { z } from 'zod';
import type { Connector } from '../../../../domain/platforms/connector.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { Credentials } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { googleOAuth } from '../google/oauth.ts';
import { shaped } from '../shape.ts';
import { youtubeApi } from './api.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

/** YouTube Data API docs: scopes. `force-ssl` is for comments and deleting. */
const scopes = ['youtube.upload', 'youtube.readonly', 'youtube.force-ssl']
  .map((scope) => `https://www.googleapis.com/auth/${scope}`)
  .join(' ');

const Channels = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        snippet: z.object({
          title: z.string(),
          customUrl: z.string().optional(),
          thumbnails: z.object({ default: z.object({ url: z.string() }).optional() }).optional(),
        }),
      }),
    )
    .default([]),
});

/** People of Google, and the channels they publish to. */
export const youtubeConnector = (tools: PlatformTools): Connector => {
  const api = youtubeApi(tools);

  const channels = async (credentials: Credentials) => {
    const query = { part: 'snippet', mine: true };
    const reply = await api({ method: 'GET', path: '/channels', query, effect: 'read' }, { credentials });
    return shaped(Channels, reply, 'read').items.map(({ id, snippet }) => {
      const avatarUrl = snippet.thumbnails?.default?.url;
      return {
        id,
        name: snippet.title,
        username: snippet.customUrl?.replace(/^@/, '') ?? snippet.title,
        ...defined({ avatarUrl }),
      };
    });
  };

  return {
    platform: 'YOUTUBE',
    ...googleOAuth(tools, {
      platform: 'YOUTUBE',
      scopes,
      consentParameters: () => ({ include_granted_scopes: 'true' }),
    }),
    async details(credentials) {
      const [channel] = await channels(credentials);
      if (!channel)
        throw new PlatformError('refused', 'ACCOUNT_TYPE_NOT_SUPPORTED', 'this Google account has no YouTube channel', {
          platformCode: 'youtubeSignupRequired',
        });
      const { id: nativeId, name: displayName, username, avatarUrl } = channel;
      return { nativeId, username, displayName, ...defined({ avatarUrl }) };
    },
    destinations: async (_account, credentials) =>
      (await channels(credentials)).map((channel) => ({ ...channel, kind: 'channel' })),
  };
};
