import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AccountDetails, Connector, Grant } from '../../../../domain/platforms/connector.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { Credentials } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { instanceOrigin } from '../hosts.ts';
import { shaped } from '../shape.ts';
import { mastodonApi } from './api.ts';
import { explain, explainToken } from './errors.ts';

/** Mastodon docs: OAuth scopes. */
const scopes = 'read:accounts read:statuses read:notifications write:statuses write:media';
const defaultInstance = 'https://mastodon.social';

const App = z.object({ client_id: z.string(), client_secret: z.string() });
const Token = z.object({ access_token: z.string(), scope: z.string().optional() });
const Me = z.object({
  id: z.string(),
  username: z.string(),
  acct: z.string(),
  display_name: z.string().optional(),
  avatar: z.string().nullish(),
});

const lost = (): PlatformError =>
  new PlatformError('refused', 'PUBLISH_ERROR', 'this authorization was not begun here: start again');

/**
 * Registers the service with the named instance for each authorization. An instance may forget clients, and a client of
 * an unused instance need not be kept. Tokens neither expire nor refresh.
 */
export const mastodonConnector = (tools: PlatformTools): Connector => {
  const { http, hosts } = tools;
  const api = mastodonApi(tools);
  const base = (instanceUrl: string | undefined) => hosts.instance('MASTODON', instanceUrl);

  const details = async (credentials: Credentials): Promise<AccountDetails> => {
    const instanceUrl = credentials.extra?.['instanceUrl'] ?? defaultInstance;
    const path = '/api/v1/accounts/verify_credentials';
    const reply = await api({ method: 'GET', path, effect: 'read' }, { account: { instanceUrl }, credentials });
    const me = shaped(Me, reply, 'read');
    return {
      nativeId: me.id,
      username: me.username,
      displayName: me.display_name || me.username,
      instanceUrl,
      ...(me.avatar && { avatarUrl: me.avatar }),
    };
  };

  const granted = (credentials: Credentials, scope: string | undefined): Grant => ({
    credentials,
    canAutoRefresh: false,
    ...(scope !== undefined && { scopes: scope.split(' ') }),
  });

  return {
    platform: 'MASTODON',
    async authorizationUrl({ state, redirectUri, codeVerifier, instanceUrl: named }) {
      const instanceUrl = instanceOrigin(named ?? defaultInstance);
      const json = { client_name: 'Social Publishing Service', redirect_uris: redirectUri, scopes };
      const url = `${base(instanceUrl)}/api/v1/apps`;
      const app = shaped(App, await http.call({ method: 'POST', url, json, effect: 'step' }, explain), 'step');
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: app.client_id,
        redirect_uri: redirectUri,
        scope: scopes,
        state,
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
      });
      return {
        url: `${base(instanceUrl)}/oauth/authorize?${query.toString()}`,
        remember: { instanceUrl, clientId: app.client_id, clientSecret: app.client_secret },
        issuer: instanceUrl,
      };
    },
    async exchange(code, { redirectUri, codeVerifier, remembered }) {
      const { instanceUrl, clientId, clientSecret } = remembered ?? {};
      if (instanceUrl === undefined || clientId === undefined || clientSecret === undefined) throw lost();
      const form = {
        grant_type: 'authorization_code',
        code,
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uri: redirectUri,
        code_verifier: codeVerifier,
        scope: scopes,
      };
      const url = `${base(instanceUrl)}/oauth/token`;
      const reply = await http.call({ method: 'POST', url, form, effect: 'step' }, explainToken);
      const token = shaped(Token, reply, 'step');
      const extra = { instanceUrl, clientId, clientSecret };
      return granted({ accessToken: token.access_token, extra }, token.scope);
    },
    /** A token made by hand in the instance's development settings: `instanceUrl`, `accessToken`. */
    async signIn({ instanceUrl = defaultInstance, accessToken = '' }) {
      const credentials = { accessToken, extra: { instanceUrl: instanceOrigin(instanceUrl) } };
      await details(credentials);
      return granted(credentials, undefined);
    },
    /** There is nothing to renew: a token that works does not expire. */
    async refresh(_account, credentials) {
      await details(credentials);
      return granted(credentials, undefined);
    },
    async revoke(account, { accessToken, extra = {} }) {
      const { clientId, clientSecret } = extra;
      if (clientId === undefined || clientSecret === undefined) return;
      const form = { client_id: clientId, client_secret: clientSecret, token: accessToken };
      const url = `${base(account.instanceUrl)}/oauth/revoke`;
      await http.call({ method: 'POST', url, form, effect: 'step' }, explainToken);
    },
    details,
    destinations: async () => [],
  };
};
