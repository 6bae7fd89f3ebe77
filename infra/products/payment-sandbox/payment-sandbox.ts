import { randomUUID } from 'node:crypto';
import { checkoutRoutes } from './checkout.ts';
import { formIn, readForm, textIn, textsIn, type Form } from './form.ts';
import {
  list,
  missing,
  ok,
  refusal,
  refusedBy,
  secondsOf,
  stored,
  type Call,
  type PaymentSandboxOptions,
  type PlayedRequest,
  type PlayedResponse,
  type Route,
} from './played-call.ts';
import type { PlayedCustomer, PlayedItem, PlayedSubscription } from './records.ts';

const shownCustomer = ({ id, metadata, outcome }: PlayedCustomer) => ({
  id,
  object: 'customer',
  metadata,
  livemode: false,
  invoice_settings: { default_payment_method: outcome === 'no_payment_method' ? null : `pm_${id}` },
});

const periodOf = ({ items, anchor }: Pick<PlayedSubscription, 'items' | 'anchor'>, { prices, now, periodAt }: Call) =>
  periodAt(anchor, prices[items[0]?.price ?? '']?.period ?? 'monthly', now().toISOString());

const shown = (subscription: PlayedSubscription, call: Call) => {
  const { id, customer, items, metadata, endsAt, createdAt, trialEndsAt } = subscription;
  const { start, end } = periodOf(subscription, call);
  const isEnded = endsAt !== null && call.now().toISOString() >= endsAt;
  const isTried = trialEndsAt !== undefined && call.now().toISOString() < trialEndsAt;
  return {
    id,
    object: 'subscription',
    customer,
    metadata,
    livemode: false,
    created: secondsOf(createdAt),
    status: isEnded ? 'canceled' : isTried ? 'trialing' : 'active',
    start_date: secondsOf(createdAt),
    trial_start: trialEndsAt === undefined ? null : secondsOf(createdAt),
    trial_end: trialEndsAt === undefined ? null : secondsOf(trialEndsAt),
    cancel_at_period_end: endsAt !== null && !isEnded,
    cancel_at: endsAt === null ? null : secondsOf(endsAt),
    items: {
      object: 'list',
      has_more: false,
      data: items.map((item) => ({
        id: item.id,
        object: 'subscription_item',
        quantity: 1,
        price: { id: item.price, object: 'price', currency: 'usd', unit_amount: call.prices[item.price]?.cents ?? 0 },
        current_period_start: secondsOf(start),
        current_period_end: secondsOf(end),
      })),
    },
  };
};

/** The items after a change: those named change or go, those without a name are new. */
const changedItems = (held: readonly PlayedItem[], wanted: Form): readonly PlayedItem[] => {
  const items = new Map(held.map((item) => [item.id, item]));
  for (const each of Object.values(wanted)) {
    if (typeof each === 'string') continue;
    const id = textIn(each, 'id') ?? `si_${randomUUID()}`;
    const price = textIn(each, 'price') ?? items.get(id)?.price;
    if (textIn(each, 'deleted') === 'true') items.delete(id);
    else if (price !== undefined) items.set(id, { id, price });
  }
  return [...items.values()];
};

const centsOf = (items: readonly PlayedItem[], { prices }: Call): number =>
  items.reduce((sum, { price }) => sum + (prices[price]?.cents ?? 0), 0);

/** What a change charges now: the difference for the rest of the period, or a new period less what was paid. */
const prorated = (before: PlayedSubscription | undefined, items: readonly PlayedItem[], call: Call): number => {
  if (!before) return centsOf(items, call);
  const { start, end } = periodOf(before, call);
  const left = (Date.parse(end) - call.now().getTime()) / (Date.parse(end) - Date.parse(start));
  const periodIn = (of: readonly PlayedItem[]) => call.prices[of[0]?.price ?? '']?.period;
  const paid = centsOf(before.items, call) * left;
  const due = periodIn(items) === periodIn(before.items) ? centsOf(items, call) * left : centsOf(items, call);
  return Math.max(0, Math.round(due - paid));
};

const found = async (call: Call): Promise<PlayedSubscription | undefined> => call.records.get('subscription', call.id);

const updated = async (call: Call): Promise<PlayedResponse> => {
  const before = await found(call);
  if (!before) return missing('subscription', call.id);
  const refused = refusedBy((await call.records.get('customer', before.customer))?.outcome);
  if (refused) return refused;
  const items = changedItems(before.items, formIn(call.form, 'items'));
  const ends = textIn(call.form, 'cancel_at_period_end');
  const period = (of: readonly PlayedItem[]) => call.prices[of[0]?.price ?? '']?.period;
  const trialEnd = textIn(call.form, 'trial_end');
  const isNewInterval = period(items) !== period(before.items);
  const next: PlayedSubscription = {
    ...before,
    items,
    metadata: { ...before.metadata, ...textsIn(formIn(call.form, 'metadata')) },
    anchor: !isNewInterval
      ? before.anchor
      : trialEnd === undefined
        ? call.now().toISOString()
        : new Date(Number(trialEnd) * 1000).toISOString(),
    endsAt: ends === 'true' ? periodOf(before, call).end : ends === 'false' ? null : before.endsAt,
  };
  await stored(next, call);
  return ok(shown(next, call));
};

const created = async (call: Call): Promise<PlayedResponse> => {
  const customer = textIn(call.form, 'customer') ?? '';
  const holder = await call.records.get('customer', customer);
  if (!holder) return missing('customer', customer);
  const refused = refusedBy(holder.outcome);
  if (refused) return refused;
  const now = call.now().toISOString();
  const subscription: PlayedSubscription = {
    id: `sub_${randomUUID()}`,
    customer,
    items: changedItems([], formIn(call.form, 'items')),
    metadata: textsIn(formIn(call.form, 'metadata')),
    anchor: now,
    endsAt: null,
    createdAt: now,
  };
  await stored(subscription, call);
  return ok(shown(subscription, call));
};

const paid = async (call: Call): Promise<PlayedResponse> => {
  const customer = textIn(call.form, 'customer') ?? '';
  const refused = refusedBy((await call.records.get('customer', customer))?.outcome);
  if (refused) return refused;
  const payment = {
    id: `pi_${randomUUID()}`,
    customer,
    amount: Number(textIn(call.form, 'amount') ?? 0),
    metadata: textsIn(formIn(call.form, 'metadata')),
    createdAt: call.now().toISOString(),
  };
  await call.records.put('payment', `${customer}/${payment.id}`, payment);
  return ok({ ...payment, object: 'payment_intent', status: 'succeeded', currency: 'usd' });
};

const previewed = async (call: Call): Promise<PlayedResponse> => {
  const before = await call.records.get('subscription', textIn(call.form, 'subscription') ?? '');
  const items = changedItems(before?.items ?? [], formIn(formIn(call.form, 'subscription_details'), 'items'));
  const due = prorated(before, items, call);
  return ok({ object: 'invoice', currency: 'usd', amount_due: due, total: due, lines: { object: 'list', data: [] } });
};

const madeCustomer = async (call: Call): Promise<PlayedResponse> => {
  const metadata = textsIn(formIn(call.form, 'metadata'));
  const id = `cus_${metadata['ownerId'] ?? randomUUID()}`;
  await call.records.add(['customer', id, { id, metadata, outcome: 'ok' }]);
  const customer = await call.records.get('customer', id);
  return customer ? ok(shownCustomer(customer)) : missing('customer', id);
};

/** The routes of Stripe's API that the service uses. */
const routes: readonly Route[] = [
  ...checkoutRoutes,
  { method: 'POST', path: /^\/v1\/customers$/, run: madeCustomer },
  {
    method: 'GET',
    path: /^\/v1\/customers\/([^/]+)$/,
    run: async (call) => {
      const customer = await call.records.get('customer', call.id);
      return customer ? ok(shownCustomer(customer)) : missing('customer', call.id);
    },
  },
  { method: 'POST', path: /^\/v1\/subscriptions$/, run: created },
  { method: 'POST', path: /^\/v1\/subscriptions\/([^/]+)$/, run: updated },
  {
    method: 'GET',
    path: /^\/v1\/subscriptions\/([^/]+)$/,
    run: async (call) => {
      const subscription = await found(call);
      return subscription ? ok(shown(subscription, call)) : missing('subscription', call.id);
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/subscriptions$/,
    run: async (call) => {
      const all = await call.records.ofCustomer('subscription', call.request.query.get('customer') ?? '');
      return list(
        '/v1/subscriptions',
        all.map((each) => shown(each, call)),
      );
    },
  },
  { method: 'POST', path: /^\/v1\/payment_intents$/, run: paid },
  {
    method: 'GET',
    path: /^\/v1\/payment_intents$/,
    run: async (call) => {
      const all = await call.records.ofCustomer('payment', call.request.query.get('customer') ?? '');
      return list(
        '/v1/payment_intents',
        all.map((each) => ({ ...each, object: 'payment_intent', status: 'succeeded' })),
      );
    },
  },
  { method: 'POST', path: /^\/v1\/invoices\/create_preview$/, run: previewed },
  {
    method: 'POST',
    path: /^\/v1\/billing_portal\/sessions$/,
    run: async ({ form, origin }) => {
      const id = `bps_${randomUUID()}`;
      const customer = textIn(form, 'customer') ?? '';
      return ok({ id, object: 'billing_portal.session', customer, url: `${origin}/sandbox/stripe/portal/${id}` });
    },
  },
];

/** Answers one call of Stripe's API. A repeated idempotency key gets the first answer. */
export const playPayments =
  (options: PaymentSandboxOptions) =>
  async (request: PlayedRequest): Promise<PlayedResponse> => {
    const { method, path, idempotencyKey } = request;
    const route = routes.find((each) => each.method === method && each.path.test(path));
    if (!route) return refusal(404, 'invalid_request_error', 'url_invalid', `Unrecognized request URL (${path})`);
    const key = method === 'POST' ? idempotencyKey : undefined;
    const before = key === undefined ? undefined : await options.records.get('answer', key);
    if (before) return before;
    const id = decodeURIComponent(route.path.exec(path)?.[1] ?? '');
    const answer = await route.run({ ...options, request, form: readForm(request.body), id });
    if (key !== undefined) await options.records.put('answer', key, answer);
    return answer;
  };
