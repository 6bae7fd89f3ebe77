import type { Connector, Grant } from '../../../../domain/platforms/connector.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import { appOf, type PlatformTools } from '../adapter.ts';
import { shaped } from '../shape.ts';
import { grantOf, TokenReply } from '../token-reply.ts';
import { snapchatApi } from './api.ts';
import { explainToken } from './errors.ts';
import { myProfile } from './profile.ts';

const scope = 'snapchat-profile-api';

/** Snap's OAuth 2.0 without PKCE; every refresh may replace the refresh token. */
export const snapchatConnector = (tools: PlatformTools): Connector => {
  const { http, hosts, apps } = tools;
  const urls = hosts.urls.SNAPCHAT;
  const api = snapchatApi(tools);

  const grant = async (fields: Readonly<Record<string, string>>, effect: 'step' | 'send'): Promise<Grant> => {
    const { clientId, clientSecret } = appOf(apps, 'SNAPCHAT');
    const form = { ...fields, client_id: clientId, client_secret: clientSecret };
    const reply = await http.call({ method: 'POST', url: urls.token, form, effect }, explainToken);
    return grantOf(shaped(TokenReply, reply, effect), fields['refresh_token']);
  };

  return {
    platform: 'SNAPCHAT',
    async authorizationUrl({ state, redirectUri }) {
      const url = new URL(urls.authorize);
      url.search = new URLSearchParams({
        client_id: appOf(apps, 'SNAPCHAT').clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope,
        state,
      }).toString();
      return { url: url.toString() };
    },
    exchange: (code, { redirectUri }) =>
      grant({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }, 'step'),
    async refresh(_account, { refreshToken }) {
      if (refreshToken === undefined)
        throw new PlatformError('unauthorized', 'ACCOUNT_DISCONNECTED', 'Snapchat gave no refresh token');
      // An unanswered refresh may have spent the token: it is a send, whose lost answer is an unknown.
      return grant({ grant_type: 'refresh_token', refresh_token: refreshToken }, 'send');
    },
    /** Snap has no call that ends a grant: the token is forgotten here. */
    revoke: async () => undefined,
    async details(credentials) {
      const profile = await myProfile(api, { credentials });
      const avatarUrl = profile.logo_urls?.original_logo_url;
      return {
        nativeId: profile.id,
        username: profile.snap_user_name ?? profile.display_name,
        displayName: profile.display_name,
        ...(avatarUrl !== undefined && { avatarUrl }),
      };
    },
    async destinations(_account, credentials) {
      const { id, display_name: name, snap_user_name: username } = await myProfile(api, { credentials });
      return [{ id, name, kind: 'public profile', ...(username !== undefined && { username }) }];
    },
  };
};
