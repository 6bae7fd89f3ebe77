import { z } from 'zod';
import type { Connector, Grant } from '../../../../domain/platforms/connector.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import { appOf, type PlatformTools } from '../adapter.ts';
import { shaped } from '../shape.ts';
import { grantOf, TokenReply } from '../token-reply.ts';
import { Listing, redditApi, userAgent } from './api.ts';
import { explainToken } from './errors.ts';

/** Reddit API: `edit` deletes, `read` sees that it did, `history` looks through one's own posts. */
const scopes = 'identity submit edit read history flair mysubreddits privatemessages modposts';

const Me = z.object({ id: z.string(), name: z.string(), icon_img: z.string().optional() });
const Subreddit = z.object({ display_name: z.string(), title: z.string().nullish(), icon_img: z.string().nullish() });

/** The code flow without PKCE. The refresh token stays the same for as long as the person lets it. */
export const redditConnector = (tools: PlatformTools): Connector => {
  const { http, hosts, apps } = tools;
  const urls = hosts.urls.REDDIT;
  const api = redditApi(tools);

  const atToken = (url: string, form: Record<string, string>) => {
    const { clientId, clientSecret } = appOf(apps, 'REDDIT');
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const headers = { authorization: `Basic ${basic}`, 'user-agent': userAgent };
    return http.call({ method: 'POST', url, form, headers, effect: 'step' }, explainToken);
  };

  const grant = async (form: Record<string, string>, kept?: string): Promise<Grant> => {
    return grantOf(shaped(TokenReply, await atToken(urls.token, form), 'step'), kept);
  };

  return {
    platform: 'REDDIT',
    async authorizationUrl({ state, redirectUri }) {
      const url = new URL(urls.authorize);
      url.search = new URLSearchParams({
        client_id: appOf(apps, 'REDDIT').clientId,
        response_type: 'code',
        state,
        redirect_uri: redirectUri,
        duration: 'permanent',
        scope: scopes,
      }).toString();
      return { url: url.toString() };
    },
    exchange: (code, { redirectUri }) => grant({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
    async refresh(_account, { refreshToken }) {
      if (refreshToken === undefined)
        throw new PlatformError(
          'unauthorized',
          'ACCOUNT_DISCONNECTED',
          'Reddit gave no refresh token for this account',
        );
      return grant({ grant_type: 'refresh_token', refresh_token: refreshToken }, refreshToken);
    },
    /** Ending the refresh token ends the access tokens it gave. */
    async revoke(_account, { accessToken, refreshToken }) {
      const [token, hint] =
        refreshToken === undefined ? [accessToken, 'access_token'] : [refreshToken, 'refresh_token'];
      await atToken(urls.revoke, { token, token_type_hint: hint });
    },
    async details(credentials) {
      const me = shaped(Me, await api({ method: 'GET', path: '/api/v1/me', effect: 'read' }, { credentials }), 'read');
      return {
        nativeId: me.id,
        username: me.name,
        displayName: me.name,
        ...(me.icon_img && { avatarUrl: me.icon_img }),
      };
    },
    /** The person's own profile, then the subreddits they have joined. */
    async destinations(account, credentials) {
      const query = { limit: 100 };
      const path = '/subreddits/mine/subscriber';
      const reply = await api({ method: 'GET', path, query, effect: 'read' }, { credentials });
      const own = `u_${account.username}`;
      const joined = shaped(Listing, reply, 'read').data.children.flatMap(({ data }) => {
        const { display_name: id, title, icon_img: avatarUrl } = Subreddit.parse(data);
        if (id.toLowerCase() === own.toLowerCase()) return [];
        return [{ id, name: title || id, kind: 'subreddit', ...(avatarUrl && { avatarUrl }) }];
      });
      return [{ id: own, name: `u/${account.username}`, kind: 'profile', username: account.username }, ...joined];
    },
  };
};
