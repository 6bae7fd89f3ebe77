import type { PaymentProvider } from '../../domain/billing/payment-provider.ts';
import { subscription } from '../../domain/billing/subscription.ts';
import type { Subscription } from '../../domain/billing/subscription-state.ts';
import { freeTerms, type Terms } from '../../domain/billing/terms.ts';
import type { Mode } from '../../domain/kernel/mode.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import type { WriteContext } from '../kernel/endpoint.ts';
import { requireManager } from '../workspaces/workspace-fields.ts';
import type { BillingPorts } from './billing-ports.ts';

/** The owner of the caller's workspace: the person who pays for it. */
export type PayingOwner = Readonly<{
  ownerId: string;
  workspaceId: string;
  mode: Mode;
  subscribed: Subscription | undefined;
}>;

/** Refuses a person who is neither owner nor administrator. */
export const payingOwner = async (context: WriteContext): Promise<PayingOwner> => {
  const { ownerId, id: workspaceId, mode } = await requireManager(context.caller.workspaceId, context);
  const subscribed = (await context.load(subscription, ownerId, { shared: true }))?.state;
  return { ownerId, workspaceId, mode, subscribed };
};

export const termsOfOwner = ({ subscribed }: PayingOwner): Terms => {
  const { plan, billingPeriod, aiTier } = subscribed ?? freeTerms;
  return { plan, billingPeriod, aiTier };
};

/** Refuses where no payment provider is configured. */
export const requireProvider = (ports: Pick<BillingPorts, 'provider'>, mode: Mode): PaymentProvider => {
  const provider = ports.provider(mode);
  if (!provider) throw new Refused('SERVICE_UNAVAILABLE', 'The payment provider is not configured');
  return provider;
};
