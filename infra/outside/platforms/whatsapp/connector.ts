import type { Connector, Destination } from '../../../../domain/platforms/connector.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import { appOf, type PlatformTools } from '../adapter.ts';
import { explainToken } from '../meta/errors.ts';
import { facebookLogin } from '../meta/facebook-login.ts';
import { businessNumbers, tokenInspection, type BusinessNumber } from './numbers.ts';

/** Meta docs: permissions of the Cloud API. */
const scopes = ['whatsapp_business_management', 'whatsapp_business_messaging'];

/**
 * WhatsApp by Facebook's dialog (embedded signup) or by a pasted system-user token. Such tokens do
 * not expire, so there is nothing to renew; `debug_token` returns the assets of the token.
 */
export const whatsappConnector = (tools: PlatformTools): Connector => {
  const { http, hosts, apps } = tools;
  const urls = hosts.urls.WHATSAPP;
  const login = facebookLogin(tools, 'WHATSAPP', urls, scopes);

  const inspected = tokenInspection(tools);
  const numbers = businessNumbers(tools);
  const destination = ({ business: _business, ...shown }: BusinessNumber): Destination => shown;

  return {
    platform: 'WHATSAPP',
    authorizationUrl: async (request) => ({ url: login.authorizationUrl(request) }),
    async exchange(code, { redirectUri }) {
      const { access_token: accessToken, expires_in: expires } = await login.redeem(code, redirectUri);
      const { scopes: granted } = await inspected(accessToken);
      return {
        credentials: { accessToken },
        ...(expires !== undefined && { expiresInSeconds: expires, canAutoRefresh: false }),
        ...(granted && { scopes: granted }),
      };
    },
    /** `accessToken` of a system user; `phoneNumberId` where the business has several numbers. */
    async signIn({ accessToken = '', phoneNumberId }) {
      const { scopes: granted } = await inspected(accessToken);
      return {
        credentials: { accessToken, ...(phoneNumberId !== undefined && { extra: { phoneNumberId } }) },
        ...(granted && { scopes: granted }),
      };
    },
    refresh: () =>
      Promise.reject(
        new PlatformError(
          'unauthorized',
          'ACCOUNT_DISCONNECTED',
          'a system user’s token is not renewed, only replaced',
        ),
      ),
    async revoke(_account, { accessToken: token }) {
      const { clientId, clientSecret } = appOf(apps, 'WHATSAPP');
      await http.call(
        {
          method: 'GET',
          url: `${urls.api}/oauth/revoke`,
          query: { client_id: clientId, client_secret: clientSecret, revoke_token: token, access_token: token },
          effect: 'step',
          secrets: [token],
        },
        explainToken,
      );
    },
    async details(credentials) {
      const wanted = credentials.extra?.['phoneNumberId'];
      const found = await numbers(credentials);
      const number = wanted === undefined ? found[0] : found.find(({ id }) => id === wanted);
      if (!number)
        throw new PlatformError('refused', 'PUBLISH_ERROR', 'the token gives access to no such phone number');
      return { nativeId: number.id, username: number.username ?? number.id, displayName: number.name };
    },
    destinations: async (_account, credentials) => (await numbers(credentials)).map(destination),
  };
};
