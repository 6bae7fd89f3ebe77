import { z } from 'zod';
import type { Connector } from '../../../../domain/platforms/connector.ts';
import type { Credentials } from '../../../../domain/platforms/publisher.ts';
import { type PlatformTools } from '../adapter.ts';
import { clientInForm, codeFlow } from '../code-flow.ts';
import { shaped } from '../shape.ts';
import { linkedinApi } from './api.ts';
import { explain } from './errors.ts';

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

export const linkedinConnector = (tools: PlatformTools): Connector => {
  const { http, hosts } = tools;
  const api = linkedinApi(tools);

  const names = async (ids: readonly string[], credentials: Credentials) => {
    const path = `/organizations?ids=List(${ids.join(',')})`;
    const headers = { 'x-restli-method': 'BATCH_GET' };
    const reply = await api({ method: 'GET', path, headers, effect: 'read' }, { credentials });
    return shaped(Organizations, reply, 'read').results;
  };

  return {
    platform: 'LINKEDIN',
    // Only approved applications get refresh tokens, which are valid for a year.
    ...codeFlow(tools, {
      platform: 'LINKEDIN',
      scopes,
      authenticateClient: clientInForm,
      refreshToken: 'lasting',
      revocation: ({ accessToken }) => ({ token: accessToken }),
    }),
    async details({ accessToken }) {
      const headers = { authorization: `Bearer ${accessToken}` };
      const reply = await http.call(
        { method: 'GET', url: hosts.urls.LINKEDIN.userinfo, headers, effect: 'read' },
        explain,
      );
      const { sub, name, picture } = shaped(Me, reply, 'read');
      // Applications do not get members' handles, so the name serves as the username.
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
