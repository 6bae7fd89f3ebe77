import type { EventSubscriber, EventSubscription } from '../../../../domain/platforms/event-subscriber.ts';
import type { PlatformAccount, RunContext } from '../../../../domain/platforms/publisher.ts';
import { facebookAppOf, type PlatformTools } from '../adapter.ts';
import { graphOf } from '../meta/graph.ts';
import { pageTokenOf } from '../meta/pages.ts';
import { lackingScope, pageReports, subscribedApps, type ReportFields, type Reporter } from '../meta/subscriptions.ts';
import { actingInstagram, speakingPage, type Login } from './api.ts';

/** Of an account of the direct login (Meta: "Set up Instagram Webhooks"). */
export const accountReports: ReportFields = [
  ...['comments', 'mentions'].map((field) => ({ field, scope: 'instagram_business_manage_comments' })),
  ...['messages', 'messaging_postbacks', 'messaging_seen'].map((field) => ({
    field,
    scope: 'instagram_business_manage_messages',
  })),
];

const loginOf = ({ oauthVersion = 'instagram_login' }: PlatformAccount): Login => oauthVersion;

/**
 * By the direct login the account itself reports. By Facebook Login it reports once its Page is
 * subscribed, so the subscription has the id of the Page.
 */
export const instagramSubscriber = (tools: PlatformTools): EventSubscriber => {
  const graph = graphOf(tools.http);
  const { api, facebookApi } = tools.hosts.urls.INSTAGRAM;
  const ofPage = subscribedApps(graph, pageReports);
  const ofAccount = subscribedApps(graph, accountReports);
  const appOfLogin = { instagram_login: 'INSTAGRAM', fb_login: facebookAppOf(tools.apps) } as const;
  const reportsOf = (login: Login): ReportFields => (login === 'fb_login' ? pageReports : accountReports);

  const ofDirect = ({ credentials, signal }: Pick<RunContext, 'credentials'> & Partial<RunContext>): Reporter => ({
    url: `${api}/me/subscribed_apps`,
    token: credentials.accessToken,
    signal,
  });
  const atPage = (page: string, token: string, signal?: AbortSignal): Reporter => ({
    url: `${facebookApi}/${page}/subscribed_apps`,
    token,
    signal,
  });
  /** The account and its present Page. */
  const pageOf = async (context: RunContext): Promise<Readonly<{ found: EventSubscription; reporter: Reporter }>> => {
    const acting = await actingInstagram(tools, context);
    const { id, token } = await speakingPage(tools, acting, context);
    return { found: { source: acting.id, id }, reporter: atPage(id, token, context.signal) };
  };

  return {
    platform: 'INSTAGRAM',
    sharesWith: facebookAppOf(tools.apps) === 'FACEBOOK' ? ['FACEBOOK'] : [],
    obstacle(account) {
      const login = loginOf(account);
      const app = appOfLogin[login];
      if (!tools.apps[app]?.clientSecret)
        return { reason: 'not_configured', message: `${app}_CLIENT_ID and ${app}_CLIENT_SECRET are not set` };
      const lacking = lackingScope(reportsOf(login), account);
      return lacking === undefined ? undefined : { reason: 'missing_scope', message: `the token lacks ${lacking}` };
    },
    async subscribe(_address, context) {
      if (loginOf(context.account) === 'instagram_login') {
        await ofAccount.subscribe(ofDirect(context));
        return { source: context.account.nativeId };
      }
      const { found, reporter } = await pageOf(context);
      await ofPage.subscribe(reporter);
      return found;
    },
    async isSubscribed({ source, id }, _address, context) {
      const login = loginOf(context.account);
      const { clientId } = tools.apps[appOfLogin[login]] ?? {};
      if (login === 'instagram_login')
        return source === context.account.nativeId && ofAccount.isSubscribed(ofDirect(context), clientId);
      const { found, reporter } = await pageOf(context);
      return found.source === source && found.id === id && ofPage.isSubscribed(reporter, clientId);
    },
    async unsubscribe({ id }, _address, context) {
      if (id === undefined) return ofAccount.unsubscribe(ofDirect(context));
      const { accessToken } = context.credentials;
      return ofPage.unsubscribe(
        atPage(id, await pageTokenOf(graph, { api: facebookApi, token: accessToken, pageId: id })),
      );
    },
  };
};
