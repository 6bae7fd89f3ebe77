import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Connector, Grant } from '../../../domain/platforms/connector.ts';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { Credentials } from '../../../domain/platforms/publisher.ts';
import { appOf, type PlatformTools } from '../adapter.ts';
import { shaped } from '../shape.ts';
import { youtubeApi } from './api.ts';
import { explainToken } from './errors.ts';

/** YouTube Data API docs: scopes. `force-ssl` is for comments and deleting. */
const scopes = ['youtube.upload', 'youtube.readonly', 'youtube.force-ssl']
  .map((scope) => `https://www.googleapis.com/auth/${scope}`)
  .join(' ');

const Token = z.object({
  access_token: z.string(),
  expires_in: z.number().optional(),
  refresh_token: z.string().optional(),
  scope: z.string().optional(),
});
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

/** Google's OAuth 2.0 with offline access. The refresh token stays the same. */
export const youtubeConnector = (tools: PlatformTools): Connector => {
  const { http, hosts, apps } = tools;
  const urls = hosts.urls.YOUTUBE;
  const api = youtubeApi(tools);

  const grant = async (fields: Readonly<Record<string, string>>, kept?: string): Promise<Grant> => {
    const { clientId, clientSecret } = appOf(apps, 'YOUTUBE');
    const form = { client_id: clientId, client_secret: clientSecret, ...fields };
    const reply = await http.call({ method: 'POST', url: urls.token, form, effect: 'step' }, explainToken);
    const token = shaped(Token, reply, 'step');
    const refreshToken = token.refresh_token ?? kept;
    return {
      credentials: { accessToken: token.access_token, ...(refreshToken !== undefined && { refreshToken }) },
      ...(token.expires_in !== undefined && { expiresInSeconds: token.expires_in }),
      canAutoRefresh: refreshToken !== undefined,
      ...(token.scope !== undefined && { scopes: token.scope.split(' ') }),
    };
  };

  const channels = async (credentials: Credentials) => {
    const query = { part: 'snippet', mine: true };
    const reply = await api({ method: 'GET', path: '/channels', query, effect: 'read' }, { credentials });
    return shaped(Channels, reply, 'read').items.map(({ id, snippet }) => {
      const avatarUrl = snippet.thumbnails?.default?.url;
      return {
        id,
        name: snippet.title,
        username: snippet.customUrl?.replace(/^@/, '') ?? snippet.title,
        ...(avatarUrl !== undefined && { avatarUrl }),
      };
    });
  };

  return {
    platform: 'YOUTUBE',
    async authorizationUrl({ state, redirectUri, codeVerifier }) {
      const url = new URL(urls.authorize);
      url.search = new URLSearchParams({
        client_id: appOf(apps, 'YOUTUBE').clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: scopes,
        // Google hands out a refresh token at a consent only, and only for offline access.
        access_type: 'offline',
        prompt: 'consent',
        include_granted_scopes: 'true',
        state,
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
      }).toString();
      return { url: url.toString() };
    },
    exchange: (code, { redirectUri, codeVerifier }) =>
      grant({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: codeVerifier }),
    async refresh(_account, { refreshToken }) {
      if (refreshToken === undefined)
        throw new PlatformError(
          'unauthorized',
          'ACCOUNT_DISCONNECTED',
          'Google gave no refresh token for this account',
        );
      return grant({ grant_type: 'refresh_token', refresh_token: refreshToken }, refreshToken);
    },
    async revoke(_account, { accessToken, refreshToken }) {
      const form = { token: refreshToken ?? accessToken };
      await http.call({ method: 'POST', url: urls.revoke, form, effect: 'step' }, explainToken);
    },
    async details(credentials) {
      const [channel] = await channels(credentials);
      if (!channel)
        throw new PlatformError('refused', 'ACCOUNT_TYPE_NOT_SUPPORTED', 'this Google account has no YouTube channel', {
          platformCode: 'youtubeSignupRequired',
        });
      const { id: nativeId, name: displayName, username, avatarUrl } = channel;
      return { nativeId, username, displayName, ...(avatarUrl !== undefined && { avatarUrl }) };
    },
    destinations: async (_account, credentials) =>
      (await channels(credentials)).map((channel) => ({ ...channel, kind: 'channel' })),
  };
};
