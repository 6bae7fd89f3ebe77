import { entitlementOf, type Entitlement } from '../../domain/billing/entitlement.ts';
import { subscription } from '../../domain/billing/subscription.ts';
import type { WriteContext } from '../kernel/endpoint.ts';

/** The plan, AI add-on and current period of a person who owns workspaces, from their own stream. */
export const subscriptionOf = async (
  ownerId: string,
  { load, now }: Pick<WriteContext, 'load' | 'now'>,
): Promise<Entitlement> => entitlementOf((await load(subscription, ownerId, { shared: true }))?.state, now);
