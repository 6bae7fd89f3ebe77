import { z } from 'zod';
import type { Connector, Destination } from '../../../../domain/platforms/connector.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { Credentials } from '../../../../domain/platforms/publisher.ts';
import { appOf, type PlatformTools } from '../adapter.ts';
import { explainToken } from '../meta/errors.ts';
import { facebookLogin } from '../meta/facebook-login.ts';
import { graphOf } from '../meta/graph.ts';
import { shaped } from '../shape.ts';

/** Meta docs: permissions of the Cloud API. */
const scopes = ['whatsapp_business_management', 'whatsapp_business_messaging'];

const Inspected = z.object({
  data: z.object({
    is_valid: z.boolean(),
    expires_at: z.number().optional(),
    scopes: z.array(z.string()).optional(),
    granular_scopes: z.array(z.object({ scope: z.string(), target_ids: z.array(z.string()).optional() })).optional(),
    error: z.object({ message: z.string() }).optional(),
  }),
});
const Numbers = z.object({
  data: z.array(z.object({ id: z.string(), display_phone_number: z.string(), verified_name: z.string().optional() })),
});

/**
 * WhatsApp by Facebook's dialog (embedded signup) or by a pasted system-user token. Such tokens do
 * not expire, so there is nothing to renew; `debug_token` returns the assets of the token.
 */
export const whatsappConnector = (tools: PlatformTools): Connector => {
  const { http, hosts, apps } = tools;
  const urls = hosts.urls.WHATSAPP;
  const graph = graphOf(http);
  const login = facebookLogin(tools, 'WHATSAPP', urls, scopes);

  const inspected = async (token: string) => {
    const { clientId, clientSecret } = appOf(apps, 'WHATSAPP');
    const reply = await http.call(
      {
        method: 'GET',
        url: `${urls.api}/debug_token`,
        query: { input_token: token },
        headers: { authorization: `Bearer ${clientId}|${clientSecret}` },
        effect: 'read',
      },
      explainToken,
    );
    const { data } = shaped(Inspected, reply, 'read');
    if (!data.is_valid)
      throw new PlatformError('unauthorized', 'ACCOUNT_DISCONNECTED', data.error?.message ?? 'the token is not valid', {
        platformCode: '190',
      });
    return data;
  };

  /** The phone numbers of every business account the token was given for. */
  const numbers = async ({ accessToken: token }: Credentials): Promise<readonly Destination[]> => {
    const { granular_scopes: granted = [] } = await inspected(token);
    const businesses = new Set(
      granted.filter(({ scope }) => scope.startsWith('whatsapp_')).flatMap(({ target_ids: ids = [] }) => ids),
    );
    const found: Destination[] = [];
    for (const business of businesses) {
      const parameters = { fields: 'id,display_phone_number,verified_name', limit: 100 };
      const url = `${urls.api}/${business}/phone_numbers`;
      const reply = await graph({ method: 'GET', url, token, parameters, effect: 'read' });
      for (const { id, display_phone_number: username, verified_name: name = username } of shaped(
        Numbers,
        reply,
        'read',
      ).data)
        found.push({ id, name, kind: 'phone_number', username });
    }
    return found;
  };

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
    destinations: (_account, credentials) => numbers(credentials),
  };
};
