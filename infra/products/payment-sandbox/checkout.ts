import { randomUUID } from 'node:crypto';
import { formIn, textIn, textsIn } from './form.ts';
import {
  list,
  missing,
  ok,
  refusal,
  secondsOf,
  stored,
  type Call,
  type PaymentSandboxOptions,
  type PlayedResponse,
  type Route,
} from './played-call.ts';
import type { PaymentRecords, PlayedCheckout, PlayedSubscription } from './records.ts';

const openForMs = 24 * 3_600_000;
const dayMs = 86_400_000;

/** A page is found by its id and through its customer. */
const keep = async (page: PlayedCheckout, { records }: Readonly<{ records: PaymentRecords }>): Promise<void> => {
  await records.put('checkout', page.id, page);
  await records.put('checkout', `${page.customer}/${page.id}`, page);
};

const statusOf = ({ status, expiresAt }: PlayedCheckout, now: string): PlayedCheckout['status'] =>
  status === 'open' && now >= expiresAt ? 'expired' : status;

const shown = (page: PlayedCheckout, { origin, now }: Pick<PaymentSandboxOptions, 'origin' | 'now'>) => {
  const status = statusOf(page, now().toISOString());
  return {
    id: page.id,
    object: 'checkout.session',
    mode: 'subscription',
    customer: page.customer,
    livemode: false,
    status,
    metadata: page.metadata,
    expires_at: secondsOf(page.expiresAt),
    url: status === 'open' ? `${origin}/sandbox/stripe/checkout/${page.id}` : null,
  };
};

const opened = async (call: Call): Promise<PlayedResponse> => {
  const { form } = call;
  const now = call.now();
  const subscription = formIn(form, 'subscription_data');
  const prices = Object.values(formIn(form, 'line_items')).flatMap((item) =>
    typeof item === 'string' ? [] : (textIn(item, 'price') ?? []),
  );
  const page: PlayedCheckout = {
    id: `cs_${randomUUID()}`,
    customer: textIn(form, 'customer') ?? '',
    prices,
    status: 'open',
    metadata: textsIn(formIn(form, 'metadata')),
    subscriptionMetadata: textsIn(formIn(subscription, 'metadata')),
    trialDays: Number(textIn(subscription, 'trial_period_days') ?? 0),
    successUrl: textIn(form, 'success_url') ?? call.origin,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + openForMs).toISOString(),
  };
  await keep(page, call);
  return ok(shown(page, call));
};

const expired = async (call: Call): Promise<PlayedResponse> => {
  const page = await call.records.get('checkout', call.id);
  if (!page) return missing('checkout.session', call.id);
  if (statusOf(page, call.now().toISOString()) !== 'open')
    return refusal(400, 'invalid_request_error', 'resource_missing', 'Only open sessions can be expired.');
  const closed = { ...page, status: 'expired' } as const;
  await keep(closed, call);
  return ok(shown(closed, call));
};

/** The part of Stripe's API that opens and closes the pages. */
export const checkoutRoutes: readonly Route[] = [
  { method: 'POST', path: /^\/v1\/checkout\/sessions$/, run: opened },
  { method: 'POST', path: /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/, run: expired },
  {
    method: 'GET',
    path: /^\/v1\/checkout\/sessions\/([^/]+)$/,
    run: async (call) => {
      const page = await call.records.get('checkout', call.id);
      return page ? ok(shown(page, call)) : missing('checkout.session', call.id);
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/checkout\/sessions$/,
    run: async (call) => {
      const { query } = call.request;
      const all = await call.records.ofCustomer('checkout', query.get('customer') ?? '');
      const pages = all.map((page) => shown(page, call));
      const status = query.get('status');
      return list(
        '/v1/checkout/sessions',
        pages.filter((page) => status === null || page.status === status),
      );
    },
  },
];

export type Visit = Readonly<{ outcome: 'paid'; to: string } | { outcome: 'declined' | 'closed' }>;

/** A person pays at the page: the subscription begins, and its event is sent. */
export const visitCheckout = async (id: string, options: PaymentSandboxOptions): Promise<Visit> => {
  const now = options.now();
  const page = await options.records.get('checkout', id);
  if (!page || statusOf(page, now.toISOString()) !== 'open') return { outcome: 'closed' };
  const holder = await options.records.get('customer', page.customer);
  if (holder?.outcome === 'declined') return { outcome: 'declined' };
  // The card that is entered here is the customer's from now on.
  if (holder) await options.records.put('customer', holder.id, { ...holder, outcome: 'ok' });
  const at = now.toISOString();
  const subscription: PlayedSubscription = {
    id: `sub_${randomUUID()}`,
    customer: page.customer,
    metadata: page.subscriptionMetadata,
    items: page.prices.map((price) => ({ id: `si_${randomUUID()}`, price })),
    anchor: at,
    endsAt: null,
    createdAt: at,
    ...(page.trialDays > 0 ? { trialEndsAt: new Date(now.getTime() + page.trialDays * dayMs).toISOString() } : {}),
  };
  await stored(subscription, options);
  const complete = { ...page, status: 'complete' } as const;
  await keep(complete, options);
  await options.deliver?.({ type: 'checkout.session.completed', object: shown(complete, options) });
  return { outcome: 'paid', to: page.successUrl };
};
