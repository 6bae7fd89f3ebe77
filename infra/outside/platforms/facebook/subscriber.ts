import type { EventSubscriber } from '../../../../domain/platforms/event-subscriber.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { RunContext } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { graphOf } from '../meta/graph.ts';
import { actingTokenOf } from '../meta/pages.ts';
import { lackingScope, pageReports, subscribedApps, type Reporter } from '../meta/subscriptions.ts';

/**
 * The selected Page reports to the application, with the Page's own token. Instagram accounts of Facebook
 * Login report by their Page too: where both belong to one application they share its subscription.
 */
export const facebookSubscriber = (tools: PlatformTools): EventSubscriber => {
  const graph = graphOf(tools.http);
  const apps = subscribedApps(graph, pageReports);
  const { api } = tools.hosts.urls.FACEBOOK;
  type As = Pick<RunContext, 'credentials'> & Partial<Pick<RunContext, 'signal'>>;
  const reporterOf = async (page: string, { credentials, signal }: As): Promise<Reporter> => ({
    url: `${api}/${page}/subscribed_apps`,
    token: await actingTokenOf(graph, { api, credentials, pageId: page }, signal),
    signal,
  });

  return {
    platform: 'FACEBOOK',
    sharesWith: tools.apps.INSTAGRAM_FACEBOOK === undefined ? ['INSTAGRAM'] : [],
    obstacle({ page, ...account }) {
      if (!tools.apps.FACEBOOK?.clientSecret)
        return { reason: 'not_configured', message: 'FACEBOOK_CLIENT_ID and FACEBOOK_CLIENT_SECRET are not set' };
      if (!page) return { reason: 'no_destination', message: 'no Page has been selected' };
      const lacking = lackingScope(pageReports, account);
      return lacking === undefined ? undefined : { reason: 'missing_scope', message: `the token lacks ${lacking}` };
    },
    async subscribe(_address, context) {
      const page = context.account.page?.id;
      if (page === undefined) throw new PlatformError('refused', 'NO_PAGE_SELECTED', 'no Page has been selected');
      await apps.subscribe(await reporterOf(page, context));
      return { source: page, id: page };
    },
    async isSubscribed({ source }, _address, context) {
      if (source !== context.account.page?.id) return false;
      return apps.isSubscribed(await reporterOf(source, context), tools.apps.FACEBOOK?.clientId);
    },
    async unsubscribe({ source }, _address, context) {
      await apps.unsubscribe(await reporterOf(source, context));
    },
  };
};
