import { z } from 'zod';
import type { EventSubscriber } from '../../../../domain/platforms/event-subscriber.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { RunContext } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { graphOf, type GraphCall } from '../meta/graph.ts';
import { shaped } from '../shape.ts';
import { businessNumbers } from './numbers.ts';

const managing = 'whatsapp_business_management';

const Applications = z.object({
  data: z.array(z.object({ whatsapp_business_api_data: z.object({ id: z.string() }).optional() })),
});

/**
 * The business account reports the messages and statuses of all its numbers to the application
 * (Meta: "WhatsApp Business Account > subscribed_apps"), at the address of the application's dashboard.
 */
export const whatsappSubscriber = (tools: PlatformTools): EventSubscriber => {
  const graph = graphOf(tools.http);
  const numbers = businessNumbers(tools);
  type As = Pick<RunContext, 'credentials'> & Partial<Pick<RunContext, 'signal'>>;
  const ask = (method: GraphCall['method'], business: string, { credentials, signal }: As) =>
    graph({
      method,
      url: `${tools.hosts.urls.WHATSAPP.api}/${business}/subscribed_apps`,
      token: credentials.accessToken,
      effect: method === 'GET' ? 'read' : 'step',
      signal,
    });
  const businessOf = async ({ account, credentials }: RunContext): Promise<string> => {
    const wanted = account.page?.id ?? account.nativeId;
    const found = (await numbers(credentials)).find(({ id }) => id === wanted);
    if (found) return found.business;
    throw new PlatformError(
      'refused',
      'PUBLISH_ERROR',
      'the token no longer gives access to the number of the account',
    );
  };

  return {
    platform: 'WHATSAPP',
    obstacle({ scopes }) {
      if (!tools.apps.WHATSAPP?.clientSecret)
        return { reason: 'not_configured', message: 'WHATSAPP_CLIENT_ID and WHATSAPP_CLIENT_SECRET are not set' };
      if (scopes && !scopes.includes(managing))
        return { reason: 'missing_scope', message: `the token lacks ${managing}` };
      return undefined;
    },
    async subscribe(_address, context) {
      const source = await businessOf(context);
      await ask('POST', source, context);
      return { source };
    },
    async isSubscribed({ source }, _address, context) {
      if ((await businessOf(context)) !== source) return false;
      const { data } = shaped(Applications, await ask('GET', source, context), 'read');
      return data.some(({ whatsapp_business_api_data: app }) => app?.id === tools.apps.WHATSAPP?.clientId);
    },
    async unsubscribe({ source }, _address, context) {
      await ask('DELETE', source, context);
    },
  };
};
