import { randomUUID } from 'node:crypto';
import {
  type PaymentRecords,
  paymentSandboxHandler,
  paymentSandboxPath,
  type PlayedPrice,
  storedPaymentRecords,
} from '@social-publishing/payment-sandbox';
import { addOnTerms, planTerms } from '../../domain/plans/plan.ts';
import { periodAt } from '../../domain/billing/period.ts';
import type { PaymentProvider } from '../../domain/billing/payment-provider.ts';
import type { Mode } from '../../domain/kernel/mode.ts';
import { stripeEvent } from '../outside/payments/stripe-events.ts';
import { stripeClient, stripePayments } from '../outside/payments/stripe.ts';
import { providerOnDemand } from '../outside/payments/provider-on-demand.ts';
import { knownPrices, priceNames, type Price, type StripePrices } from '../outside/payments/stripe-prices.ts';
import { stripeWebhookPath } from '../adapters/billing/stripe-webhook.ts';
import type { PlainHandler } from '../edge/http/plain-handler.ts';
import type { Infrastructure } from './infrastructure.ts';
import { tableOf } from '../../domain/kernel/keys-of.ts';

/** The simulated payment provider, where test mode is on. */
export type PlayedPayments = Readonly<{ records: PaymentRecords; handler: PlainHandler }>;

export type Payments = Readonly<{
  /** Undefined where no payment provider is configured. */
  provider(mode: Mode): PaymentProvider | undefined;
  /** Checks the signature of an event; undefined where no secret is configured. Throws for a wrong one. */
  readEvent: ((body: Buffer, signature: string) => Promise<Readonly<{ id: string; object: unknown }>>) | undefined;
  played: PlayedPayments | undefined;
}>;

/** The key and the secret of the simulated provider: nothing but this machine accepts them. */
const playedKey = 'sk_test_sandbox';
export const playedWebhookSecret = 'whsec_sandbox';

const playedPrices: StripePrices = tableOf(priceNames, (name) => `price_${name}`);

const usdOf = (price: Price): number =>
  (price.of === 'plan' ? planTerms[price.plan] : addOnTerms[price.tier]).price[price.period];

const centsByPrice: Readonly<Record<string, PlayedPrice>> = Object.fromEntries(
  knownPrices.map((price) => [playedPrices[price.name], { cents: usdOf(price) * 100, period: price.period }]),
);

/** A provider at Stripe, or where `at` speaks its API. */
const providerAt = async (secretKey: string, prices: StripePrices, at?: string): Promise<PaymentProvider> =>
  stripePayments(await stripeClient(secretKey, at), prices);

/** Sends events of the simulated provider to this service, signed as Stripe signs them. */
const deliverTo =
  (url: string) =>
  async ({ type, object }: Readonly<{ type: string; object: unknown }>): Promise<void> => {
    const payload = JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type, data: { object } });
    const { webhooks } = await stripeClient(playedKey);
    const signature = webhooks.generateTestHeaderString({
      payload,
      secret: playedWebhookSecret,
    });
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const { status } = await fetch(url, { method: 'POST', headers, body: payload });
    if (status >= 300) throw new Error(`the event was answered with ${status}`);
  };

/** Stripe itself for live workspaces, and the simulated one for test workspaces. */
export const openPayments = async ({ config, database, clocks, log }: Infrastructure): Promise<Payments> => {
  const { stripe } = config;
  const live = stripe && (await providerAt(stripe.secretKey, stripe.prices, stripe.apiUrl));
  const test = config.testMode
    ? providerOnDemand(() => providerAt(playedKey, playedPrices, `${config.sandboxUrl}${paymentSandboxPath}`))
    : undefined;
  const records = storedPaymentRecords(database.kysely);
  const deliver = deliverTo(`${config.sandboxUrl}${stripeWebhookPath}`);
  const options = {
    deliver,
    records,
    prices: centsByPrice,
    now: () => clocks.now('test'),
    periodAt,
    origin: config.sandboxUrl,
  };
  const handler = paymentSandboxHandler({ ...options, failed: (error) => log.error({ error }, 'the sandbox failed') });
  const secrets = [
    ...(stripe?.webhookSecret === undefined ? [] : [stripe.webhookSecret]),
    ...(config.testMode ? [playedWebhookSecret] : []),
  ];
  return {
    provider: (mode) => (mode === 'live' ? live : test),
    readEvent: secrets.length === 0 ? undefined : (body, signature) => stripeEvent(body, signature, secrets),
    played: config.testMode ? { records, handler } : undefined,
  };
};
