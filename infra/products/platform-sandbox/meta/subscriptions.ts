import type { Platform } from '../../../../domain/platforms/platform.ts';
import { jsonReply } from '../body.ts';
import type { SandboxApp } from '../client-registrations.ts';
import type { Route, SandboxCall, SandboxWorld } from '../platform.ts';
import { badParameter, Refusal } from './graph-errors.ts';
import { textOf } from './parameters.ts';
import { requireScope, type asHolder, type MetaSession } from './session.ts';

/** Each field that an account can report, with the permission that it needs. */
export type ReportFields = Readonly<Record<string, string>>;

/** Meta: "Page > subscribed_apps"; fields of Messenger need its permission. */
export const pageFields: ReportFields = {
  feed: 'pages_manage_metadata',
  mention: 'pages_manage_metadata',
  messages: 'pages_messaging',
  messaging_postbacks: 'pages_messaging',
  message_reads: 'pages_messaging',
  message_echoes: 'pages_messaging',
};

type Ends = Readonly<{
  host: string;
  client: SandboxApp;
  fields: ReportFields;
  /** What the call itself needs. */
  scope: readonly string[];
  as(call: SandboxCall, wanted: Parameters<typeof asHolder>[2], act: Parameters<typeof asHolder>[3]): Promise<Response>;
  /** The id of what the path names, which has to be the holder's own. */
  ownId(session: MetaSession, named: string): string;
}>;

const keyOf = (client: SandboxApp, id: string): string => `${client} ${id}`;

/** The fields that an account or Page reports to an application; undefined without a subscription. */
export const subscribedFields = async (
  { store }: SandboxWorld,
  platform: Platform,
  client: SandboxApp,
  id: string,
): Promise<readonly string[] | undefined> => {
  const known = await store.record(platform, 'subscription', keyOf(client, id));
  return known && String(known['fields']).split(',');
};

const wantedFields = (session: MetaSession, { fields }: Ends): readonly string[] => {
  const { parameters } = session;
  const wanted = (textOf(parameters['subscribed_fields']) ?? '').split(',').filter((field) => field !== '');
  if (wanted.length === 0) throw new Refusal(badParameter('The parameter subscribed_fields is required.'));
  for (const [index, field] of wanted.entries()) {
    const scope = fields[field];
    if (scope === undefined)
      throw new Refusal(
        badParameter(`Param subscribed_fields[${index}] must be one of {${Object.keys(fields).join(', ')}}`),
      );
    requireScope(session, scope);
  }
  return wanted;
};

/** The subscription of one application to what happens to a Page or an account. A later call replaces its fields. */
export const subscriptionRoutes = (ends: Ends): readonly Route[] => {
  const { host, client, scope, as, ownId } = ends;
  const route = (
    method: 'GET' | 'POST' | 'DELETE',
    act: (session: MetaSession, id: string) => Promise<Response>,
  ): Route => ({
    method,
    host,
    path: '/:version/:owner/subscribed_apps',
    run: (call) => as(call, { scope }, async (session) => act(session, ownId(session, call.params['owner'] ?? ''))),
  });
  const success = () => jsonReply(200, { success: true });
  return [
    route('POST', async (session, id) => {
      const fields = wantedFields(session, ends).join(',');
      await session.call.world.store.putRecord(session.account.platform, 'subscription', keyOf(client, id), { fields });
      return success();
    }),
    route('DELETE', async ({ call, account }, id) => {
      await call.world.store.removeRecord(account.platform, 'subscription', keyOf(client, id));
      return success();
    }),
    route('GET', async ({ call, account }, id) => {
      const fields = await subscribedFields(call.world, account.platform, client, id);
      const app = { id: call.world.apps[client].clientId, name: 'Sandbox', link: 'https://example.com' };
      return jsonReply(200, { data: fields ? [{ ...app, subscribed_fields: fields }] : [] });
    }),
  ];
};
