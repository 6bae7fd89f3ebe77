import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type PaymentFault,
  type PaymentRecords,
  paymentSandboxHandler,
  paymentSandboxPath,
} from '@social-publishing/payment-sandbox';
import { periodAt } from '../../domain/billing/period.ts';
import type { PaymentProvider } from '../../domain/billing/payment-provider.ts';
import { stripeClient, stripePayments } from '../../infra/outside/payments/stripe.ts';
import { priceNames, type StripePrices } from '../../infra/outside/payments/stripe-prices.ts';

/** The records of the simulated payment provider, in memory. */
export const paymentRecordsInMemory = (): PaymentRecords & Readonly<{ size(kind: string): number }> => {
  const records = new Map<string, unknown>();
  const keyOf = (kind: string, id: string): string => `${kind} ${id}`;
  return {
    get: async (kind, id) => records.get(keyOf(kind, id)) as never,
    put: async (kind, id, value) => void records.set(keyOf(kind, id), value),
    add: async (...added) => {
      for (const [kind, id, value] of added) if (!records.has(keyOf(kind, id))) records.set(keyOf(kind, id), value);
    },
    ofCustomer: async (kind, customer) =>
      [...records].filter(([key]) => key.startsWith(`${kind} ${customer}/`)).map(([, value]) => value) as never,
    size: (kind) => [...records.keys()].filter((key) => key.startsWith(`${kind} `)).length,
  };
};

/** The simulated payment provider on a socket, and Stripe's own library at it. */
export const playPaymentProvider = async (now: () => Date = () => new Date('2026-01-20T12:00:00.000Z')) => {
  const records = paymentRecordsInMemory();
  /** The next faults of calls that change something, by the beginning of the path they hit. */
  const faults: { path: string; fault: PaymentFault }[] = [];
  const calls: string[] = [];
  /** The events that were sent. */
  const delivered: Readonly<{ type: string; object: unknown }>[] = [];
  const prices = Object.fromEntries(
    priceNames.map((name) => [
      `price_${name}`,
      { cents: name.startsWith('pro') ? 4900 : 1900, period: name.endsWith('yearly') ? 'yearly' : 'monthly' } as const,
    ]),
  );
  // #region sandbox
  const server = createServer(
    paymentSandboxHandler({
      records,
      prices,
      now,
      periodAt,
      origin: 'http://sandbox',
      deliver: async (event) => void delivered.push(event),
      fault: (path, method) => {
        calls.push(path);
        const index = method === 'POST' ? faults.findIndex((each) => path.startsWith(each.path)) : -1;
        return index < 0 ? undefined : faults.splice(index, 1)[0]?.fault;
      },
    }),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  // #endregion
  const { port } = server.address() as AddressInfo;
  const stripe = await stripeClient('sk_test_sandbox', `http://127.0.0.1:${port}${paymentSandboxPath}`);
  const ids = Object.fromEntries(priceNames.map((name) => [name, `price_${name}`])) as StripePrices;
  const provider: PaymentProvider = stripePayments(stripe, ids);
  return {
    provider,
    stripe,
    records,
    calls,
    delivered,
    origin: `http://127.0.0.1:${port}`,
    failNext: (path: string, fault: PaymentFault): void => void faults.push({ path, fault }),
    end: async (customer: string, outcome: 'ok' | 'declined' | 'no_payment_method'): Promise<void> => {
      const held = await records.get('customer', customer);
      if (held) await records.put('customer', customer, { ...held, outcome });
    },
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((done) => server.close(() => done()));
    },
  };
};

export type PlayedProvider = Awaited<ReturnType<typeof playPaymentProvider>>;
