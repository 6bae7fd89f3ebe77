import { z } from 'zod';
import type { Connector } from '../../../../domain/platforms/connector.ts';
import { type PlatformTools } from '../adapter.ts';
import { clientInHeader, codeFlow } from '../code-flow.ts';
import { shaped } from '../shape.ts';
import { Listing, redditApi } from './api.ts';
import { explainToken } from './errors.ts';

/** Reddit API: `edit` deletes, `read` verifies it, `history` searches one's own posts. */
const scopes = 'identity submit edit read history flair mysubreddits privatemessages modposts';

const Me = z.object({ id: z.string(), name: z.string(), icon_img: z.string().optional() });
const Subreddit = z.object({ display_name: z.string(), title: z.string().nullish(), icon_img: z.string().nullish() });

export const redditConnector = (tools: PlatformTools): Connector => {
  const api = redditApi(tools);

  return {
    platform: 'REDDIT',
    ...codeFlow(tools, {
      platform: 'REDDIT',
      scopes,
      authenticateClient: (app) => ({
        headers: { ...clientInHeader(app).headers, 'user-agent': tools.hosts.redditUserAgent },
      }),
      consentParameters: () => ({ duration: 'permanent' }),
      refreshToken: 'lasting',
      // Ending the refresh token ends the access tokens it gave.
      revocation: ({ accessToken, refreshToken }) =>
        refreshToken === undefined
          ? { token: accessToken, token_type_hint: 'access_token' }
          : { token: refreshToken, token_type_hint: 'refresh_token' },
      explainToken,
    }),
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
