import { createHmac } from 'node:crypto';
import { jsonReply } from '../body.ts';
import { missingObject, Refusal } from '../meta/graph-errors.ts';
import { asHolder } from '../meta/session.ts';
import type { Route, SandboxCall, SandboxPlatform, SandboxReport, SandboxWorld } from '../platform.ts';
import type { JsonObject, SandboxAccount } from '../store.ts';
import { businessOf, failures, host, numbersOf, whatsapp } from './accounts.ts';

const managing = { scope: ['whatsapp_business_management'] };

const isSubscribed = async ({ store }: SandboxWorld, account: SandboxAccount): Promise<boolean> =>
  (await store.record('WHATSAPP', 'subscription', businessOf(account))) !== undefined;

/** Meta: "WhatsApp Business Account > subscribed_apps": the application that asks, never another one. */
const subscription = (change: (world: SandboxWorld, business: string) => Promise<Response>) => (call: SandboxCall) =>
  asHolder(call, whatsapp, managing, async ({ account }) => {
    const business = call.params['business'] ?? '';
    if (business !== businessOf(account)) throw new Refusal(missingObject(call.request.method, business));
    return change(call.world, business);
  });

const success = () => jsonReply(200, { success: true });

export const subscriptionRoutes: readonly Route[] = [
  {
    method: 'POST',
    host,
    path: '/:version/:business/subscribed_apps',
    run: subscription(async ({ apps, store }, business) => {
      await store.putRecord('WHATSAPP', 'subscription', business, { app: apps.WHATSAPP.clientId });
      return success();
    }),
  },
  {
    method: 'DELETE',
    host,
    path: '/:version/:business/subscribed_apps',
    run: subscription(async ({ store }, business) => {
      await store.removeRecord('WHATSAPP', 'subscription', business);
      return success();
    }),
  },
  {
    method: 'GET',
    host,
    path: '/:version/:business/subscribed_apps',
    run: subscription(async ({ store }, business) => {
      const known = await store.record('WHATSAPP', 'subscription', business);
      const app = { id: String(known?.['app']), name: 'Sandbox', link: 'https://example.com' };
      return jsonReply(200, { data: known ? [{ whatsapp_business_api_data: app }] : [] });
    }),
  },
];

const secondsOf = (iso: string): string => String(Math.floor(Date.parse(iso) / 1000));

/** A signed body for the address of the developer's dashboard. */
const reportOf = (
  { apps, webhooks }: Pick<SandboxWorld, 'apps' | 'webhooks'>,
  account: SandboxAccount,
  number: string,
  part: JsonObject,
): SandboxReport => {
  const shown = numbersOf(account).find(({ id }) => id === number);
  const metadata = { display_phone_number: shown?.display.replace(/\D/g, '') ?? '', phone_number_id: number };
  const value = { messaging_product: 'whatsapp', metadata, ...part };
  const entry = [{ id: businessOf(account), changes: [{ value, field: 'messages' }] }];
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry });
  const signature = createHmac('sha256', apps.WHATSAPP.clientSecret).update(body).digest('hex');
  return {
    url: `${webhooks}whatsapp`,
    body,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
  };
};

/** The number under which a person writes; a person of another form of id shows none, but a scoped id. */
const identityOf = (authorId: string): JsonObject =>
  /^\d{4,20}$/.test(authorId) ? { wa_id: authorId } : { user_id: authorId };

/** What a person wrote to the first number of the business. */
export const messageReport: NonNullable<SandboxPlatform['report']> = async (world, object, account) => {
  if (object.kind !== 'message') return 'silent';
  if (world.webhooks === undefined || !(await isSubscribed(world, account))) return 'unsubscribed';
  const id = String(object.data['authorId'] ?? '');
  const identity = identityOf(id);
  const from: JsonObject = 'wa_id' in identity ? { from: id } : { from_user_id: id };
  const profile = { name: String(object.data['authorUsername'] ?? '') };
  const message = { ...from, id: object.nativeId, timestamp: secondsOf(object.createdAt), type: 'text' };
  return reportOf(world, account, account.nativeId, {
    contacts: [{ profile, ...identity }],
    messages: [{ ...message, text: { body: object.text } }],
  });
};

/** Says what became of a message: it went out, or the window of its recipient is closed (131047). */
export const reportStatus = async (
  world: SandboxWorld,
  account: SandboxAccount,
  {
    nativeId,
    number,
    recipient,
    wentOut,
  }: Readonly<{ nativeId: string; number: string; recipient: string; wentOut: boolean }>,
): Promise<void> => {
  if (world.webhooks === undefined || !world.later || !(await isSubscribed(world, account))) return;
  const base = { id: nativeId, recipient_id: recipient, timestamp: secondsOf(world.now().toISOString()) };
  const { code, message, details } = failures.window;
  const errors = [{ code, title: 'Re-engagement message', message, error_data: { details } }];
  const statuses: readonly JsonObject[] = wentOut
    ? [
        { ...base, status: 'sent' },
        { ...base, status: 'delivered' },
      ]
    : [{ ...base, status: 'failed', errors }];
  for (const status of statuses) world.later(reportOf(world, account, number, { statuses: [status] }));
};
