import { z } from 'zod';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { PlatformAccount } from '../../../../domain/platforms/publisher.ts';
import { shaped } from '../shape.ts';
import type { Graph } from './graph.ts';
import { Done } from './nodes.ts';

/** What an account or a Page is to report, with the permission that each field needs. */
export type ReportFields = readonly Readonly<{ field: string; scope: string }>[];

/** Of a Page (Meta: "Page > subscribed_apps"); those of conversations need the permission of Messenger. */
export const pageReports: ReportFields = [
  { field: 'feed', scope: 'pages_manage_metadata' },
  { field: 'mention', scope: 'pages_manage_metadata' },
  { field: 'messages', scope: 'pages_messaging' },
  { field: 'messaging_postbacks', scope: 'pages_messaging' },
  { field: 'message_reads', scope: 'pages_messaging' },
];

const Applications = z.object({
  data: z.array(z.object({ id: z.string().optional(), subscribed_fields: z.array(z.string()).optional() })),
});

/** Where a subscription is: the Page or account, with the token that speaks for it. */
export type Reporter = Readonly<{ url: string; token: string; signal?: AbortSignal | undefined }>;

/** The first permission that the token is known to lack. */
export const lackingScope = (fields: ReportFields, { scopes }: Pick<PlatformAccount, 'scopes'>): string | undefined =>
  fields.find(({ scope }) => scopes && !scopes.includes(scope))?.scope;

/**
 * The subscription of the application whose token asks to what happens to a Page or an Instagram account.
 * Reports go to the address of the application's dashboard.
 */
export const subscribedApps = (graph: Graph, fields: ReportFields) => {
  const wanted = fields.map(({ field }) => field);
  return {
    async subscribe({ url, token, signal }: Reporter): Promise<void> {
      const parameters = { subscribed_fields: wanted.join(',') };
      const reply = await graph({ method: 'POST', url, token, parameters, effect: 'step', signal });
      if (!shaped(Done, reply, 'step').success)
        throw new PlatformError('refused', 'PUBLISH_ERROR', 'the platform answered success: false');
    },
    async isSubscribed({ url, token, signal }: Reporter, clientId: string | undefined): Promise<boolean> {
      const { data } = shaped(Applications, await graph({ method: 'GET', url, token, effect: 'read', signal }), 'read');
      const own = data.find(({ id }) => id === undefined || id === clientId);
      return own !== undefined && wanted.every((field) => own.subscribed_fields?.includes(field) ?? false);
    },
    async unsubscribe({ url, token }: Reporter): Promise<void> {
      await graph({ method: 'DELETE', url, token, effect: 'step' });
    },
  };
};
