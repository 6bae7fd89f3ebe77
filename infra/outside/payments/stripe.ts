import type Stripe from 'stripe';
import {
  PaymentRefused,
  type AtProvider,
  type PaymentCall,
  type PaymentProvider,
} from '../../../domain/billing/payment-provider.ts';
import type { ProviderAnswer } from '../../../domain/billing/provider-answer.ts';
import type { OpenPayment } from '../../../domain/billing/subscription-state.ts';
import type { Terms } from '../../../domain/billing/terms.ts';
import { closeCheckouts, openCheckout, refuseSecond, runningOf } from './stripe-checkout.ts';
import { lookAt } from './stripe-answer.ts';
import { knownPrices, pricesOf, termsOf, type StripePrices } from './stripe-prices.ts';

/** Stripe answers charges within seconds. After this long the outcome is unknown. */
const patienceMs = 20_000;

/**
 * The library, for Stripe itself or for `at`, where something else speaks Stripe's API. It takes a twentieth of the service's start, so it
 * is loaded here.
 */
export const stripeClient = async (secretKey: string, at?: string): Promise<Stripe> => {
  const { default: Library } = await import('stripe');
  // A lost answer is settled by asking, so the library does not send a call again by itself.
  const settings = { maxNetworkRetries: 0, timeout: patienceMs, telemetry: false };
  if (at === undefined) return new Library(secretKey, settings);
  const { protocol, hostname, port, pathname } = new URL(at);
  const inner = Library.createNodeHttpClient();
  const below = pathname.replace(/\/$/, '');
  const httpClient = Object.assign(Object.create(inner) as typeof inner, {
    makeRequest: (...[host, to, path, ...rest]: Parameters<typeof inner.makeRequest>) =>
      inner.makeRequest(host, to, `${below}${path}`, ...rest),
  });
  const isPlain = protocol === 'http:';
  return new Library(secretKey, {
    ...settings,
    httpClient,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
    protocol: isPlain ? 'http' : 'https',
  });
};

/** What the library says of an error of Stripe. */
const faultOf = (error: unknown): Stripe.errors.StripeError | undefined =>
  error instanceof Error && 'rawType' in error && 'type' in error ? (error as Stripe.errors.StripeError) : undefined;

/** Refusals that certainly changed nothing, in Stripe's own words. */
const refusalOf = (error: unknown): PaymentRefused | undefined => {
  if (error instanceof PaymentRefused) return error;
  const fault = faultOf(error);
  switch (fault?.type) {
    case 'StripeCardError':
      return new PaymentRefused(fault.code ?? 'card_error', fault.message);
    case 'StripeInvalidRequestError': {
      const isWithoutCard = /no attached payment source|no default payment method/i.test(fault.message);
      return new PaymentRefused(isWithoutCard ? 'no_payment_method' : (fault.code ?? 'invalid_request'), fault.message);
    }
    case 'StripeAuthenticationError':
    case 'StripePermissionError':
      return new PaymentRefused('not_configured', 'The payment provider does not accept the key of this service');
    case 'StripeRateLimitError':
      return new PaymentRefused('rate_limit', fault.message);
    default:
      return undefined;
  }
};

const asked = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
};

const idOf = (of: string | Readonly<{ id: string }> | null | undefined): string | undefined =>
  typeof of === 'string' ? of : of?.id;

/** Payments of a customer that are searched for the one of a lost answer. */
const recentPayments = 50;

/** Payments by Stripe, through its own library. */
export const stripePayments = (stripe: Stripe, prices: StripePrices): PaymentProvider => {
  const priceIds = (terms: Terms) => pricesOf(terms).map((name) => prices[name]);
  const addOnIds = new Set(knownPrices.filter((price) => price.of === 'add-on').map(({ name }) => prices[name]));

  /** The items of a subscription as they become: each keeps its place, and those without use go. */
  const itemsFor = async (providerId: string | null, terms: Terms) => {
    const held = providerId === null ? [] : (await stripe.subscriptions.retrieve(providerId)).items.data;
    const wanted = priceIds(terms);
    const of = (isAddOn: boolean) => held.find(({ price }) => addOnIds.has(price.id) === isAddOn);
    const changed = wanted.map((price) => {
      const before = of(addOnIds.has(price));
      return before ? { id: before.id, price } : { price };
    });
    const kept = new Set(changed.flatMap((item) => ('id' in item ? [item.id] : [])));
    const left = held.filter(({ id }) => !kept.has(id)).map(({ id }) => ({ id, deleted: true as const }));
    return [...changed, ...left];
  };

  /** What is left of the period from an instant on is credited; nothing where the period ends before it. */
  const prorationFrom = async (providerId: string, creditFrom: string | undefined) => {
    if (creditFrom === undefined) return { proration_behavior: 'always_invoice' as const };
    const from = Math.floor(Date.parse(creditFrom) / 1000);
    const { items } = await stripe.subscriptions.retrieve(providerId);
    const isWithin = items.data.some(({ current_period_end: end }) => from < end);
    return isWithin
      ? { proration_behavior: 'always_invoice' as const, proration_date: from }
      : { proration_behavior: 'none' as const };
  };

  const metadataOf = ({ ownerId, paymentId }: PaymentCall) => ({ ownerId, paymentId });
  const keyed = ({ paymentId }: PaymentCall) => ({ idempotencyKey: paymentId });

  const change = async (call: PaymentCall, terms: Terms, creditFrom?: string): Promise<string | null> => {
    const metadata = metadataOf(call);
    const { providerId, customerId } = call;
    if (providerId === null) {
      // A page that stays open could be paid too.
      await closeCheckouts(stripe, customerId);
      await refuseSecond(stripe, customerId, call.paymentId);
      const items = priceIds(terms).map((price) => ({ price }));
      const created = await stripe.subscriptions.create(
        { customer: customerId, items, metadata, payment_behavior: 'error_if_incomplete' },
        keyed(call),
      );
      return created.id;
    }
    if (priceIds(terms).length === 0) {
      await stripe.subscriptions.update(providerId, { cancel_at_period_end: true, metadata }, keyed(call));
      return providerId;
    }
    await stripe.subscriptions.update(
      providerId,
      {
        items: await itemsFor(providerId, terms),
        metadata,
        cancel_at_period_end: false,
        payment_behavior: 'error_if_incomplete',
        ...(await prorationFrom(providerId, creditFrom)),
      },
      keyed(call),
    );
    return providerId;
  };

  /** Other prices without a charge now. A change of the interval would begin a period, so it waits as a trial. */
  const reprice = async (call: PaymentCall, terms: Terms, effectiveDate: string | undefined): Promise<void> => {
    const { providerId } = call;
    if (providerId === null) throw new PaymentRefused('no_subscription', 'There is no subscription to change');
    const metadata = metadataOf(call);
    if (priceIds(terms).length === 0) {
      await stripe.subscriptions.update(providerId, { cancel_at_period_end: true, metadata }, keyed(call));
      return;
    }
    const before = await stripe.subscriptions.retrieve(providerId);
    const from = termsOf(
      before.items.data.map(({ price }) => price.id),
      prices,
    );
    const isOtherInterval = from.billingPeriod !== terms.billingPeriod && effectiveDate !== undefined;
    await stripe.subscriptions.update(
      providerId,
      {
        items: await itemsFor(providerId, terms),
        metadata,
        cancel_at_period_end: false,
        proration_behavior: 'none',
        ...(isOtherInterval ? { trial_end: Math.floor(Date.parse(effectiveDate) / 1000) } : {}),
      },
      keyed(call),
    );
  };

  const cardOf = async (customerId: string): Promise<string> => {
    const customer = await stripe.customers.retrieve(customerId);
    const card = customer.deleted ? undefined : idOf(customer.invoice_settings.default_payment_method);
    if (card === undefined)
      throw new PaymentRefused('no_payment_method', 'This customer has no attached payment source');
    return card;
  };

  const subscription = async (providerId: string): Promise<ProviderAnswer | undefined> => {
    const found = await stripe.subscriptions.retrieve(providerId).catch((error: unknown) => {
      const fault = faultOf(error);
      if (fault?.type === 'StripeInvalidRequestError' && fault.code === 'resource_missing') return undefined;
      throw error;
    });
    return found && lookAt(found, prices);
  };

  const outcomeOf = async ({ paymentId, purpose }: OpenPayment, { customerId, providerId }: AtProvider) => {
    const isIt = ({ metadata }: { metadata: Stripe.Metadata }): boolean => metadata['paymentId'] === paymentId;
    if (purpose === 'credits') {
      const { data } = await stripe.paymentIntents.list({ customer: customerId, limit: recentPayments });
      const isFound = data.some((each) => isIt(each) && each.status === 'succeeded');
      return isFound ? ({ found: true, providerId: null } as const) : ({ found: false } as const);
    }
    if (providerId !== null && isIt(await stripe.subscriptions.retrieve(providerId)))
      return { found: true, providerId } as const;
    const { data } = await stripe.subscriptions.list({ customer: customerId, status: 'all', limit: recentPayments });
    const made = data.find((each) => isIt(each) && each.status !== 'incomplete');
    return made ? ({ found: true, providerId: made.id } as const) : ({ found: false } as const);
  };

  return {
    customer: ({ ownerId, workspaceId }) =>
      asked(async () => {
        const metadata = { ownerId, workspaceId };
        return (await stripe.customers.create({ metadata }, { idempotencyKey: `customer/${ownerId}` })).id;
      }),
    preview: ({ customerId, providerId }, terms) =>
      asked(async () => {
        const items = await itemsFor(providerId, terms);
        const details = { items, proration_behavior: 'always_invoice' as const };
        const invoice = await stripe.invoices.createPreview({
          customer: customerId,
          ...(providerId === null ? {} : { subscription: providerId }),
          subscription_details: details,
        });
        return invoice.amount_due / 100;
      }),
    change: (call, terms, creditFrom) => asked(() => change(call, terms, creditFrom)),
    changeAtPeriodEnd: (call, terms, effectiveDate) => asked(() => reprice(call, terms, effectiveDate)),
    keep: (call, terms) => asked(() => reprice(call, terms, undefined)),
    buyCredits: (call, { credits, usd }) =>
      asked(async () => {
        const { customerId } = call;
        await stripe.paymentIntents.create(
          {
            amount: Math.round(usd * 100),
            currency: 'usd',
            customer: customerId,
            payment_method: await cardOf(customerId),
            off_session: true,
            confirm: true,
            metadata: { ...metadataOf(call), credits: String(credits) },
          },
          keyed(call),
        );
      }),
    portal: (customerId, returnUrl) =>
      asked(
        async () => (await stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl })).url,
      ),
    checkout: (call, order) =>
      asked(async () => {
        const items = priceIds(order.terms).map((price) => ({ price, quantity: 1 }));
        return openCheckout(stripe, call, { ...order, items });
      }),
    subscription,
    subscriptionOfCustomer: async (customerId) => {
      const running = await runningOf(stripe, customerId);
      return running && lookAt(running, prices);
    },
    outcomeOf,
  };
};
