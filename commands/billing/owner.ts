import type { PaymentProvider } from '../../domain/billing/payment-provider.ts';
import { subscription } from '../../domain/billing/subscription.ts';
import type { Subscription } from '../../domain/billing/subscription-state.ts';
import { freeTerms, type Terms } from '../../domain/billing/terms.ts';
import type { Mode } from '../../domain/kernel/mode.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import type { WriteContext } from '../kernel/endpoint.ts';
import { requireManager } from '../workspaces/workspace-fields.ts';
import type { BillingPorts } from './ports.ts';

/** A person who pays, and a workspace that payments are recorded in. */
export type Payer = Readonly<{
  ownerId: string;
  workspaceId: string;
  mode: Mode;
  subscribed: Subscription | undefined;
}>;

/** The owner of the caller's workspace: the person who pays for it. */
export type PayingOwner = Payer &
  Readonly<{
    /** Who asks, and above which price in US dollars only the owner may buy. */
    purchases: Readonly<{ byOwner: boolean; ownerAbove: number | null }>;
  }>;

/** Refuses a person who is neither owner nor administrator. */
export const payingOwner = async (context: WriteContext): Promise<PayingOwner> => {
  const { caller } = context;
  const { ownerId, id: workspaceId, mode, ownerBuysAbove } = await requireManager(caller.workspaceId, context);
  const subscribed = (await context.load(subscription, ownerId, { shared: true }))?.state;
  const byOwner = caller.kind === 'session' && caller.userId === ownerId;
  const purchases = { byOwner, ownerAbove: ownerBuysAbove };
  return { ownerId, workspaceId, mode, subscribed, purchases };
};

export const termsOfOwner = ({ subscribed }: Payer): Terms => {
  const { plan, billingPeriod, aiTier } = subscribed ?? freeTerms;
  return { plan, billingPeriod, aiTier };
};

/** Refuses a purchase above the price from which on the owner buys themselves. A key is never the owner. */
export const requireOwnerAbove = (usd: number, { purchases: { byOwner, ownerAbove } }: PayingOwner): void => {
  if (byOwner || ownerAbove === null || usd <= ownerAbove) return;
  throw new Refused('FORBIDDEN', `The owner buys what costs more than $${ownerAbove}, with a session of their own`, {
    usd,
    ownerBuysAbove: ownerAbove,
  });
};

/** Refuses where no payment provider is configured. */
export const requireProvider = (ports: Pick<BillingPorts, 'provider'>, mode: Mode): PaymentProvider => {
  const provider = ports.provider(mode);
  if (!provider) throw new Refused('SERVICE_UNAVAILABLE', 'The payment provider is not configured');
  return provider;
};
