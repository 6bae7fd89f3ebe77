import { z } from 'zod';
import type { Connector, Grant } from '../../../../domain/platforms/connector.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { Credentials } from '../../../../domain/platforms/publisher.ts';
import { appOf, type PlatformTools } from '../adapter.ts';
import { shaped } from '../shape.ts';
import { grantOf, TokenReply } from '../token-reply.ts';
import { linkedinApi } from './api.ts';
import { explain, explainToken } from './errors.ts';

/** LinkedIn docs: permissions of "Sign In with OpenID Connect" and "Community Management". */
const scopes =
  'openid profile email w_member_social r_member_postAnalytics r_member_profileAnalytics ' +
  'w_organization_social r_organization_social rw_organization_admin';

const Me = z.object({ sub: z.string(), name: z.string(), picture: z.string().optional() });
const Acls = z.object({ elements: z.array(z.object({ organization: z.string() })) });
const Organizations = z.object({
  results: z.record(z.string(), z.object({ localizedName: z.string(), vanityName: z.string().optional() })),
});

const mostOrganizations = 100;

/** OAuth 2.0 without PKCE. Only approved applications get refresh tokens, which stay the same for a year. */
export const linkedinConnector = (tools: PlatformTools): Connector => {
  const { http, hosts, apps } = tools;
  const urls = hosts.urls.LINKEDIN;
  const api = linkedinApi(tools);

  const atToken = (url: string, fields: Readonly<Record<string, string>>) => {
    const { clientId, clientSecret } = appOf(apps, 'LINKEDIN');
    const form = { ...fields, client_id: clientId, client_secret: clientSecret };
    return http.call({ method: 'POST', url, form, effect: 'step' }, explainToken);
  };

  const grant = async (fields: Readonly<Record<string, string>>, kept?: string): Promise<Grant> => {
    return grantOf(shaped(TokenReply, await atToken(urls.token, fields), 'step'), kept);
  };

  const names = async (ids: readonly string[], credentials: Credentials) => {
    const path = `/organizations?ids=List(${ids.join(',')})`;
    const headers = { 'x-restli-method': 'BATCH_GET' };
    const reply = await api({ method: 'GET', path, headers, effect: 'read' }, { credentials });
    return shaped(Organizations, reply, 'read').results;
  };

  return {
    platform: 'LINKEDIN',
    async authorizationUrl({ state, redirectUri }) {
      const url = new URL(urls.authorize);
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: appOf(apps, 'LINKEDIN').clientId,
        redirect_uri: redirectUri,
        state,
        scope: scopes,
      }).toString();
      return { url: url.toString() };
    },
    exchange: (code, { redirectUri }) => grant({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
    async refresh(_account, { refreshToken }) {
      if (refreshToken === undefined)
        throw new PlatformError('unauthorized', 'ACCOUNT_DISCONNECTED', 'LinkedIn gave no refresh token');
      return grant({ grant_type: 'refresh_token', refresh_token: refreshToken }, refreshToken);
    },
    async revoke(_account, { accessToken }) {
      await atToken(urls.revoke, { token: accessToken });
    },
    async details({ accessToken }) {
      const headers = { authorization: `Bearer ${accessToken}` };
      const reply = await http.call({ method: 'GET', url: urls.userinfo, headers, effect: 'read' }, explain);
      const { sub, name, picture } = shaped(Me, reply, 'read');
      // Members' handles are not given to applications: their name stands for it.
      return { nativeId: sub, username: name, displayName: name, ...(picture !== undefined && { avatarUrl: picture }) };
    },
    async destinations(_account, credentials) {
      const path = `/organizationAcls?q=roleAssignee&role=ADMINISTRATOR&state=APPROVED&count=${mostOrganizations}`;
      const headers = { 'x-restli-method': 'FINDER' };
      const reply = await api({ method: 'GET', path, headers, effect: 'read' }, { credentials });
      const ids = shaped(Acls, reply, 'read').elements.map(({ organization }) => organization.split(':').at(-1) ?? '');
      if (ids.length === 0) return [];
      const named = await names(ids, credentials);
      return ids.map((id) => ({
        id,
        name: named[id]?.localizedName ?? id,
        kind: 'organization',
        ...(named[id]?.vanityName !== undefined && { username: named[id].vanityName }),
      }));
    },
  };
};
