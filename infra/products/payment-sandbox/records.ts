export const paymentOutcomes = ['ok', 'declined', 'no_payment_method'] as const;
export type PaymentOutcome = (typeof paymentOutcomes)[number];

export type PlayedItem = Readonly<{ id: string; price: string }>;

export type PlayedCustomer = Readonly<{
  id: string;
  metadata: Readonly<Record<string, string>>;
  outcome: PaymentOutcome;
}>;

export type PlayedSubscription = Readonly<{
  id: string;
  customer: string;
  items: readonly PlayedItem[];
  metadata: Readonly<Record<string, string>>;
  /** The beginning of its periods, ISO 8601. */
  anchor: string;
  /** When it ends, ISO 8601; null while it renews. */
  endsAt: string | null;
  createdAt: string;
  /** The end of the trial that it began with, ISO 8601. */
  trialEndsAt?: string;
}>;

/** A page where a subscription is bought. */
export type PlayedCheckout = Readonly<{
  id: string;
  customer: string;
  prices: readonly string[];
  metadata: Readonly<Record<string, string>>;
  subscriptionMetadata: Readonly<Record<string, string>>;
  trialDays: number;
  successUrl: string;
  status: 'open' | 'complete' | 'expired';
  createdAt: string;
  expiresAt: string;
}>;

export type PlayedPayment = Readonly<{
  id: string;
  customer: string;
  amount: number;
  metadata: Readonly<Record<string, string>>;
  createdAt: string;
}>;

/** What an idempotency key was answered. */
export type PlayedAnswer = Readonly<{ status: number; body: unknown }>;

export type PlayedKinds = Readonly<{
  customer: PlayedCustomer;
  subscription: PlayedSubscription;
  payment: PlayedPayment;
  checkout: PlayedCheckout;
  answer: PlayedAnswer;
}>;

/** A record with its kind and id. */
export type PlayedRecord = {
  [Kind in keyof PlayedKinds]: readonly [kind: Kind, id: string, value: PlayedKinds[Kind]];
}[keyof PlayedKinds];

/** The storage of the simulated payment provider. */
export interface PaymentRecords {
  get<Kind extends keyof PlayedKinds>(kind: Kind, id: string): Promise<PlayedKinds[Kind] | undefined>;
  put<Kind extends keyof PlayedKinds>(kind: Kind, id: string, value: PlayedKinds[Kind]): Promise<void>;
  /** Stores those of the records that do not exist yet. */
  add(...records: readonly PlayedRecord[]): Promise<void>;
  /** The newest records of a customer. */
  ofCustomer<Kind extends 'subscription' | 'payment' | 'checkout'>(
    kind: Kind,
    customer: string,
  ): Promise<readonly PlayedKinds[Kind][]>;
}
