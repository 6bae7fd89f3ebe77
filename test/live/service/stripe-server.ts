import { createHmac } from 'node:crypto';
import type { Reply } from '../engine/live-platform.ts';
import type { Received } from '../engine/request.ts';

export const stripeKeys = { secretKey: 'sk_live_test', webhookSecret: 'whsec_live_test' } as const;

type Subscription = Readonly<{
  id: string;
  customer: string;
  price: string;
  metadata: Record<string, string>;
  created: number;
}>;

/** `line_items[0][price]` and its siblings of Stripe's forms (docs.stripe.com/api). */
const nested = (form: URLSearchParams, name: string): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([key, value]) => (key.startsWith(`${name}[`) ? [[key.slice(name.length + 1, -1), value]] : [])),
  );

/** Stripe's API as far as a first subscription needs it: a customer, a checkout page, and the subscription that it becomes. */
export class StripeServer {
  readonly #customers = new Set<string>();
  readonly #sessions = new Map<
    string,
    Readonly<{ customer: string; price: string; metadata: Record<string, string> }>
  >();
  readonly #subscriptions: Subscription[] = [];
  #number = 0;

  readonly answer = (request: Received): Reply => {
    if (request.headers['authorization'] !== `Bearer ${stripeKeys.secretKey}`)
      return { status: 401, json: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } } };
    const form = new URLSearchParams(request.bytes.toString('utf8'));
    const path = request.at.replace('api.stripe.com', '');
    const line = `${request.method} ${path}`;
    if (line === 'POST /v1/customers') {
      const id = `cus_${++this.#number}`;
      this.#customers.add(id);
      return { json: { id, object: 'customer', metadata: nested(form, 'metadata') } };
    }
    const customer = form.get('customer') ?? request.query.get('customer') ?? '';
    if (!path.includes('/subscriptions/') && !this.#customers.has(customer))
      return {
        status: 400,
        json: { error: { type: 'invalid_request_error', message: `No such customer: ${customer}` } },
      };
    if (line === 'GET /v1/checkout/sessions') return { json: { object: 'list', data: [], has_more: false } };
    if (line === 'GET /v1/subscriptions')
      return {
        json: {
          object: 'list',
          has_more: false,
          data: this.#subscriptions.filter((each) => each.customer === customer).map((each) => this.#shown(each)),
        },
      };
    if (line === 'POST /v1/checkout/sessions' && form.get('mode') === 'subscription') {
      const id = `cs_${++this.#number}`;
      const { price = '' } = { price: form.get('line_items[0][price]') ?? undefined };
      this.#sessions.set(id, { customer, price, metadata: nested(form, 'subscription_data[metadata]') });
      const expires = Math.floor(Date.now() / 1000) + 86_400;
      return {
        json: { id, object: 'checkout.session', url: `https://checkout.stripe.com/c/pay/${id}`, expires_at: expires },
      };
    }
    const subscription = this.#subscriptions.find(({ id }) => path === `/v1/subscriptions/${id}`);
    if (request.method === 'GET' && subscription) return { json: this.#shown(subscription) };
    return {
      status: 404,
      json: { error: { type: 'invalid_request_error', message: `Unrecognized request URL (${line})` } },
    };
  };

  #shown({ id, customer, price, metadata, created }: Subscription) {
    const period = { current_period_start: created, current_period_end: created + 30 * 86_400 };
    return {
      id,
      object: 'subscription',
      customer,
      metadata,
      created,
      start_date: created,
      status: 'active',
      cancel_at_period_end: false,
      trial_start: null,
      trial_end: null,
      items: {
        object: 'list',
        data: [{ id: `si_${id}`, object: 'subscription_item', price: { id: price }, ...period }],
      },
    };
  }

  /** A person pays at the page: the event that Stripe sends then, with its signature. */
  paid(pageUrl: string): Readonly<{ body: string; signature: string }> {
    const session = this.#sessions.get(pageUrl.split('/').at(-1) ?? '');
    if (!session) throw new Error(`there is no page ${pageUrl}`);
    const created = Math.floor(Date.now() / 1000);
    const subscription = { ...session, id: `sub_${++this.#number}`, created };
    this.#subscriptions.push(subscription);
    const body = JSON.stringify({
      id: `evt_${++this.#number}`,
      object: 'event',
      type: 'customer.subscription.created',
      created,
      data: { object: this.#shown(subscription) },
    });
    const mac = createHmac('sha256', stripeKeys.webhookSecret).update(`${created}.${body}`).digest('hex');
    return { body, signature: `t=${created},v1=${mac}` };
  }
}
