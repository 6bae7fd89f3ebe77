import type { Form } from './form.ts';
import type { PaymentOutcome, PaymentRecords, PlayedSubscription } from './records.ts';

/** A price: cents for each interval. */
export type PlayedPrice = Readonly<{ cents: number; period: 'monthly' | 'yearly' }>;

export type PaymentSandboxOptions = Readonly<{
  records: PaymentRecords;
  prices: Readonly<Record<string, PlayedPrice>>;
  now(): Date;
  /** The billing period of `now` among those that follow each other from `anchor` on. ISO 8601. */
  periodAt(anchor: string, period: PlayedPrice['period'], now: string): Readonly<{ start: string; end: string }>;
  /** The address of the sandbox, without a trailing slash: the base of its pages. */
  origin: string;
  /** Sends an event as the provider does. */
  deliver?(event: Readonly<{ type: string; object: unknown }>): Promise<void>;
}>;

export type PlayedRequest = Readonly<{
  method: string;
  /** Beginning with `/v1/`. */
  path: string;
  query: URLSearchParams;
  body: string;
  idempotencyKey: string | undefined;
}>;

export type PlayedResponse = Readonly<{ status: number; body: unknown }>;

export type Call = PaymentSandboxOptions & Readonly<{ request: PlayedRequest; form: Form; id: string }>;

export const secondsOf = (iso: string): number => Math.floor(Date.parse(iso) / 1000);
export const ok = (body: unknown): PlayedResponse => ({ status: 200, body });

export const refusal = (status: number, type: string, code: string, message: string): PlayedResponse => ({
  status,
  body: { error: { type, code, message, ...(type === 'card_error' ? { decline_code: 'generic_decline' } : {}) } },
});

export const missing = (what: string, id: string): PlayedResponse =>
  refusal(404, 'invalid_request_error', 'resource_missing', `No such ${what}: '${id}'`);

/** How a payment ends that the outcome of the customer decides; undefined where it succeeds. */
export const refusedBy = (outcome: PaymentOutcome | undefined): PlayedResponse | undefined => {
  if (outcome === 'declined') return refusal(402, 'card_error', 'card_declined', 'Your card was declined.');
  if (outcome === 'no_payment_method')
    return refusal(
      400,
      'invalid_request_error',
      'resource_missing',
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
    );
  return undefined;
};

export type Route = Readonly<{ method: string; path: RegExp; run(call: Call): Promise<PlayedResponse> }>;

export const list = (url: string, data: readonly unknown[]) => ok({ object: 'list', url, has_more: false, data });

const subscriptionKey = (customer: string, id: string): string => `${customer}/${id}`;

/** A subscription is stored below its customer, and found by its id through a second record. */
export const stored = async (subscription: PlayedSubscription, { records }: Pick<Call, 'records'>): Promise<void> => {
  await records.put('subscription', subscription.id, subscription);
  await records.put('subscription', subscriptionKey(subscription.customer, subscription.id), subscription);
};
