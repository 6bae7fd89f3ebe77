import { z } from 'zod';
import type { AccountDetails, Connector, Grant } from '../../../../domain/platforms/connector.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { Credentials } from '../../../../domain/platforms/publisher.ts';
import { facebookAppOf, type PlatformTools } from '../adapter.ts';
import { businessLogin } from '../meta/business-login.ts';
import { facebookLogin } from '../meta/facebook-login.ts';
import { graphOf } from '../meta/graph.ts';
import { destinationOf, listPages } from '../meta/pages.ts';
import { shaped } from '../shape.ts';
import { loginOf, type Login } from './api.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

/** Meta docs: permissions of the direct login. */
export const directScopes = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
  'instagram_business_manage_insights',
  'instagram_business_manage_messages',
];
/** Meta docs: permissions of Facebook Login for Instagram; `instagram_manage_contents` is what deletes. */
export const facebookScopes = [
  'instagram_basic',
  'instagram_content_publish',
  'instagram_manage_comments',
  'instagram_manage_insights',
  'instagram_manage_contents',
  'instagram_manage_messages',
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_metadata',
  'pages_messaging',
  'business_management',
];

const Me = z.object({
  user_id: z.coerce.string(),
  username: z.string(),
  name: z.string().optional(),
  account_type: z.string().optional(),
  profile_picture_url: z.string().optional(),
});

/**
 * Instagram's types are BUSINESS, MEDIA_CREATOR and PERSONAL; this API's are business, creator and
 * personal.
 */
const accountTypeOf = (type: string): string => type.toLowerCase().replace('media_', '');

/** Instagram's two logins: the direct one, and Facebook Login, where the account hangs on a Page. */
export const instagramConnector = (tools: PlatformTools): Connector => {
  const urls = tools.hosts.urls.INSTAGRAM;
  const graph = graphOf(tools.http);
  const direct = businessLogin(tools, 'INSTAGRAM', directScopes);
  const facebook = facebookLogin(
    tools,
    facebookAppOf(tools.apps),
    { authorize: urls.facebookAuthorize, token: urls.facebookToken, api: urls.facebookApi },
    facebookScopes,
  );
  const by = (login: Login) => (login === 'fb_login' ? facebook : direct);

  /** Which login a token came by is kept with it: the two have different homes. */
  const marked = (grant: Grant, oauthVersion: Login): Grant => ({
    ...grant,
    credentials: { ...grant.credentials, extra: { ...grant.credentials.extra, oauthVersion } },
  });

  const directDetails = async (token: string): Promise<AccountDetails> => {
    const parameters = { fields: 'user_id,username,name,account_type,profile_picture_url' };
    const reply = await graph({ method: 'GET', url: `${urls.api}/me`, token, parameters, effect: 'read' });
    const me = shaped(Me, reply, 'read');
    return {
      nativeId: me.user_id,
      username: me.username,
      displayName: me.name ?? me.username,
      oauthVersion: 'instagram_login',
      ...defined({ avatarUrl: me.profile_picture_url }),
      ...(me.account_type !== undefined && { accountType: accountTypeOf(me.account_type) }),
    };
  };

  const facebookDetails = async (token: string): Promise<AccountDetails> => {
    const fields = 'id,name,instagram_business_account{id,username,name,profile_picture_url}';
    const pages = await listPages(graph, urls.facebookApi, token, fields);
    const account = pages.find((page) => page.instagram_business_account)?.instagram_business_account;
    if (!account) throw new PlatformError('refused', 'NO_IG_ACCOUNT', 'no Page has an Instagram professional account');
    const { id, username = id, name = username, profile_picture_url: avatarUrl } = account;
    return {
      nativeId: id,
      username,
      displayName: name,
      // Only professional accounts can be linked to a Page.
      accountType: 'business',
      oauthVersion: 'fb_login',
      ...defined({ avatarUrl }),
    };
  };

  return {
    platform: 'INSTAGRAM',
    authorizationUrl: async (request) => ({
      url: by(request.oauthVersion ?? 'instagram_login').authorizationUrl(request),
    }),
    async exchange(code, { redirectUri, oauthVersion = 'instagram_login' }) {
      return marked(await by(oauthVersion).exchange(code, redirectUri), oauthVersion);
    },
    async refresh(account, credentials) {
      const login = loginOf(account, credentials);
      const grant =
        login === 'fb_login' ? facebook.refresh(credentials, { outlived: false }) : direct.refresh(credentials);
      return marked(await grant, login);
    },
    async revoke(account, credentials) {
      // The direct login has no call to revoke a grant: the service deletes the token, which
      // expires by itself.
      if (loginOf(account, credentials) === 'fb_login') await facebook.revoke(credentials);
    },
    details: (credentials: Credentials) =>
      loginOf({}, credentials) === 'fb_login'
        ? facebookDetails(credentials.accessToken)
        : directDetails(credentials.accessToken),
    async destinations(account, credentials) {
      if (loginOf(account, credentials) !== 'fb_login') return [];
      const fields = 'id,name,username,picture,instagram_business_account';
      const pages = await listPages(graph, urls.facebookApi, credentials.accessToken, fields);
      return pages.filter((page) => page.instagram_business_account).map(destinationOf);
    },
  };
};
