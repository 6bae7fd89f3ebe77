import { z } from 'zod';
import {
  linkedinLogins,
  type AccountDetails,
  type AuthorizationRequest,
  type Connector,
  type Grant,
  type LinkedinLogin,
} from '../../../../domain/platforms/connector.ts';
import type { Credentials } from '../../../../domain/platforms/publisher.ts';
import type { AppName, PlatformTools } from '../adapter.ts';
import { clientInForm, codeFlow } from '../code-flow.ts';
import { shaped } from '../shape.ts';
import { linkedinApi } from './api.ts';
import { explain } from './errors.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

/** LinkedIn docs: "Sign In with LinkedIn using OpenID Connect" and "Share on LinkedIn". */
const memberScopes = 'openid profile email w_member_social';
/** LinkedIn docs: "Community Management", which has to be the only product of its application. */
const organizationScopes =
  'r_basicprofile w_member_social w_member_social_feed r_member_postAnalytics r_member_profileAnalytics ' +
  'w_organization_social w_organization_social_feed r_organization_social r_organization_social_feed ' +
  'rw_organization_admin';

const Me = z.object({ sub: z.string(), name: z.string(), picture: z.string().optional() });
const BasicProfile = z.object({
  id: z.string(),
  localizedFirstName: z.string().default(''),
  localizedLastName: z.string().default(''),
});
const Acls = z.object({ elements: z.array(z.object({ organization: z.string() })) });
const Organizations = z.object({
  results: z.record(z.string(), z.object({ localizedName: z.string(), vanityName: z.string().optional() })),
});

const maxOrganizations = 100;

/**
 * The login that a token came by, which is kept with it: only its application can renew the token.
 * Undefined for tokens that were stored before there were two.
 */
const loginIn = (kept: Readonly<Record<string, string>> | undefined): LinkedinLogin | undefined =>
  linkedinLogins.find((login) => login === kept?.['accountType']);
const loginOf = ({ extra }: Credentials): LinkedinLogin | undefined => loginIn(extra);

const marked = (grant: Grant, login: LinkedinLogin | undefined): Grant =>
  login === undefined
    ? grant
    : {
        ...grant,
        credentials: { ...grant.credentials, extra: { ...grant.credentials.extra, accountType: login } },
      };

/**
 * LinkedIn's two logins, each by an application of its own: the member's, and the organization's,
 * by which a member publishes as themselves and as the organizations they administer.
 */
export const linkedinConnector = (tools: PlatformTools): Connector => {
  const { http, hosts, apps } = tools;
  const api = linkedinApi(tools);

  const flow = (registration: AppName, scopes: string) =>
    codeFlow(tools, {
      platform: 'LINKEDIN',
      registration,
      scopes,
      authenticateClient: clientInForm,
      // Only approved applications get refresh tokens, which are valid for a year.
      refreshToken: 'lasting',
      revocation: ({ accessToken }) => ({ token: accessToken }),
    });
  const member = flow('LINKEDIN', memberScopes);
  const organization = flow('LINKEDIN_ORGANIZATION', organizationScopes);
  const by = (login: LinkedinLogin | undefined) => (login === 'organization' ? organization : member);
  const chosen = ({ accountType }: AuthorizationRequest): LinkedinLogin =>
    accountType ?? (apps.LINKEDIN_ORGANIZATION ? 'organization' : 'member');

  const openIdDetails = async ({ accessToken }: Credentials): Promise<AccountDetails> => {
    const headers = { authorization: `Bearer ${accessToken}` };
    const reply = await http.call(
      { method: 'GET', url: hosts.urls.LINKEDIN.userinfo, headers, effect: 'read' },
      explain,
    );
    const { sub, name, picture } = shaped(Me, reply, 'read');
    // Applications do not get members' handles, so the name serves as the username.
    return { nativeId: sub, username: name, displayName: name, ...defined({ avatarUrl: picture }) };
  };

  const basicDetails = async (credentials: Credentials): Promise<AccountDetails> => {
    const reply = await api({ method: 'GET', path: '/me', effect: 'read' }, { credentials });
    const { id, localizedFirstName, localizedLastName } = shaped(BasicProfile, reply, 'read');
    const name = `${localizedFirstName} ${localizedLastName}`.trim() || id;
    return { nativeId: id, username: name, displayName: name };
  };

  const names = async (ids: readonly string[], credentials: Credentials) => {
    const path = `/organizations?ids=List(${ids.join(',')})`;
    const headers = { 'x-restli-method': 'BATCH_GET' };
    const reply = await api({ method: 'GET', path, headers, effect: 'read' }, { credentials });
    return shaped(Organizations, reply, 'read').results;
  };

  return {
    platform: 'LINKEDIN',
    async authorizationUrl(request) {
      const login = chosen(request);
      return { ...(await by(login).authorizationUrl(request)), remember: { accountType: login } };
    },
    async exchange(code, request) {
      const login = loginIn(request.remembered);
      return marked(await by(login).exchange(code, request), login);
    },
    async refresh(account, credentials) {
      const login = loginOf(credentials);
      return marked(await by(login).refresh(account, credentials), login);
    },
    revoke: (account, credentials) => by(loginOf(credentials)).revoke(account, credentials),
    async details(credentials) {
      const login = loginOf(credentials);
      const details = await (login === 'organization' ? basicDetails(credentials) : openIdDetails(credentials));
      return { ...details, ...defined({ accountType: login }) };
    },
    async destinations(_account, credentials) {
      if (loginOf(credentials) === 'member') return [];
      const path = `/organizationAcls?q=roleAssignee&role=ADMINISTRATOR&state=APPROVED&count=${maxOrganizations}`;
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
