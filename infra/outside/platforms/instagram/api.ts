import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { Credentials, PlatformAccount, RunContext } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import type { PlatformReply } from '../http.ts';
import { graphOf, type Graph, type GraphCall } from '../meta/graph.ts';
import { listPages, readPage } from '../meta/pages.ts';

export type Login = 'instagram_login' | 'fb_login';

/** The login by which an account was connected; by default the direct one. */
export const loginOf = (account: Pick<PlatformAccount, 'oauthVersion'>, credentials: Credentials): Login =>
  account.oauthVersion ?? (credentials.extra?.['oauthVersion'] === 'fb_login' ? 'fb_login' : 'instagram_login');

export type ActingInstagram = Readonly<{
  /** The professional account's id on Instagram. */
  id: string;
  login: Login;
  token: string;
  graph: Graph;
  signal: AbortSignal;
  urlOf(path: string): string;
  call(request: Omit<GraphCall, 'url' | 'token'> & Readonly<{ path: string }>): Promise<PlatformReply>;
}>;

const noInstagram = (): PlatformError =>
  new PlatformError('refused', 'NO_IG_ACCOUNT', 'the selected Page has no Instagram business or creator account');

/** The API of the account's login, and the account it publishes for: by Facebook Login the one of the selected Page. */
export const actingInstagram = async (
  { http, hosts }: PlatformTools,
  { account, credentials, signal }: RunContext,
): Promise<ActingInstagram> => {
  const login = loginOf(account, credentials);
  const { api: direct, facebookApi } = hosts.urls.INSTAGRAM;
  const api = login === 'fb_login' ? facebookApi : direct;
  const token = credentials.accessToken;
  const graph = graphOf(http);
  let id = account.nativeId;
  if (login === 'fb_login' && account.page) {
    const page = await readPage(
      graph,
      { api, token, pageId: account.page.id, fields: 'id,name,instagram_business_account' },
      signal,
    );
    if (!page.instagram_business_account) throw noInstagram();
    ({ id } = page.instagram_business_account);
  }
  return {
    id,
    login,
    token,
    graph,
    signal,
    urlOf: (path) => `${api}/${path}`,
    call: ({ path, ...request }) => graph({ ...request, url: `${api}/${path}`, token, signal }),
  };
};

/**
 * The Page that acts for the account in Messenger, with its token: the selected one, or the one
 * linked to the account.
 */
export const speakingPage = async (
  { hosts }: PlatformTools,
  acting: ActingInstagram,
  { account }: RunContext,
): Promise<Readonly<{ id: string; token: string }>> => {
  const { facebookApi } = hosts.urls.INSTAGRAM;
  const fields = 'id,name,access_token,instagram_business_account';
  const pages = account.page
    ? [
        await readPage(
          acting.graph,
          { api: facebookApi, token: acting.token, pageId: account.page.id, fields },
          acting.signal,
        ),
      ]
    : await listPages(acting.graph, facebookApi, acting.token, fields);
  const page = pages.find((each) => each.instagram_business_account?.id === acting.id);
  if (!page) throw noInstagram();
  if (page.access_token === undefined)
    throw new PlatformError('unauthorized', 'ACCOUNT_DISCONNECTED', 'the person may no longer act for this Page');
  return { id: page.id, token: page.access_token };
};
