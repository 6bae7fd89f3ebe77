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
  answer: PlayedAnswer;
}>;

/** The storage of the simulated payment provider. */
export interface PaymentRecords {
  get<Kind extends keyof PlayedKinds>(kind: Kind, id: string): Promise<PlayedKinds[Kind] | undefined>;
  put<Kind extends keyof PlayedKinds>(kind: Kind, id: string, value: PlayedKinds[Kind]): Promise<void>;
  /** Stores a record unless there is one. */
  add<Kind extends keyof PlayedKinds>(kind: Kind, id: string, value: PlayedKinds[Kind]): Promise<void>;
  /** The newest records of a customer. */
  ofCustomer<Kind extends 'subscription' | 'payment'>(
    kind: Kind,
    customer: string,
  ): Promise<readonly PlayedKinds[Kind][]>;
}
