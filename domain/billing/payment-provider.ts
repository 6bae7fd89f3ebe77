import type { ProviderAnswer } from './provider-answer.ts';
import type { OpenPayment } from './subscription-state.ts';
import type { Terms } from './terms.ts';

/**
 * The payment provider refused, and changed nothing. Every other error of a call leaves its outcome
 * unknown.
 */
export class PaymentRefused extends Error {
  override readonly name = 'PaymentRefused';
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The customer and the subscription of a person, as the payment provider names them. */
export type AtProvider = Readonly<{ customerId: string; providerId: string | null }>;

/** One call that changes something. The same `paymentId` is the same call, however often it is sent. */
export type PaymentCall = AtProvider & Readonly<{ ownerId: string; paymentId: string }>;

/** A subscription to be bought, and where the pages lead back to. */
export type CheckoutOrder = Readonly<{ terms: Terms; trialDays: number; successUrl: string; cancelUrl: string }>;

/** The company that takes the money. */
export interface PaymentProvider {
  /** The customer for a person, created once. */
  customer(person: Readonly<{ ownerId: string; workspaceId: string }>): Promise<string>;
  /** US dollars that the change would charge now. */
  preview(at: AtProvider, terms: Terms): Promise<number>;
  /**
   * Changes the terms at once and charges the difference. Resolves with the id of the subscription. What becomes less
   * is credited from `creditFrom` on, ISO 8601, where it is given: what came before it is used up.
   */
  change(call: PaymentCall, terms: Terms, creditFrom?: string): Promise<string | null>;
  /** Charges the lower terms from the end of the period on; nothing is left of free ones. */
  changeAtPeriodEnd(call: PaymentCall, terms: Terms, effectiveDate: string): Promise<void>;
  /** Withdraws what was to happen at the end of the period. */
  keep(call: PaymentCall, terms: Terms): Promise<void>;
  buyCredits(call: PaymentCall, purchase: Readonly<{ credits: number; usd: number }>): Promise<void>;
  /** A page where the customer changes cards and reads invoices. */
  portal(customerId: string, returnUrl: string): Promise<string>;
  /** A page where a customer without a subscription buys one. Pages that were opened before are closed. */
  checkout(call: PaymentCall, order: CheckoutOrder): Promise<Readonly<{ url: string; expiresAt: string }>>;
  /** The subscription at the provider; undefined if it never existed. */
  subscription(providerId: string): Promise<ProviderAnswer | undefined>;
  /** The running subscription of a customer, also one that was bought at a page. */
  subscriptionOfCustomer(customerId: string): Promise<ProviderAnswer | undefined>;
  /** Whether a call whose answer was lost was carried out. */
  outcomeOf(
    payment: OpenPayment,
    at: AtProvider,
  ): Promise<Readonly<{ found: true; providerId: string | null }> | Readonly<{ found: false }>>;
}
