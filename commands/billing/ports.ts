import type { CreditMover, PaidCredits } from '../../domain/credits/credits.ts';
import type { Mode } from '../../domain/kernel/mode.ts';
import type { PaymentProvider } from '../../domain/billing/payment-provider.ts';

/** What the endpoints of billing need beyond the log. */
export type BillingPorts = Readonly<{
  /** Undefined where no payment provider is configured. */
  provider(mode: Mode): PaymentProvider | undefined;
  /** Adds purchased credits to the account of the owner, each purchase once. */
  addCredits(purchase: PaidCredits, by: CreditMover): Promise<unknown>;
  /** Ids of scheduled posts of a workspace, the soonest first. */
  scheduledPosts(workspaceId: string, limit: number): Promise<readonly string[]>;
  /** How long a first subscription is tried without a charge; 0 is not at all. */
  trialDays: number;
  /** Where the payment provider's pages lead back to. */
  returnUrl: string;
}>;
