import { subscription } from '../../domain/billing/subscription.ts';
import { arePaid, type Terms } from '../../domain/billing/terms.ts';
import type { WriteContext } from '../kernel/endpoint.ts';

type Owned = Readonly<{ ownerId: string; workspaceId: string }> & Pick<Terms, 'plan' | 'aiTier'>;

/** The ids of a test person at the simulated payment provider. */
export const testCustomerId = (ownerId: string): string => `cus_${ownerId}`;
export const testSubscriptionId = (ownerId: string): string => `sub_${ownerId}`;

/** Gives the owner of a test workspace the subscription that pays for its plan. */
export const startTestSubscription = async (
  { ownerId, workspaceId, plan, aiTier }: Owned,
  { handle, now }: Pick<WriteContext, 'handle' | 'now'>,
): Promise<void> => {
  const options = { shared: true, workspaceId };
  const holder = { ownerId, mode: 'test', workspaceId } as const;
  // Commands of one stream that wait together are decided in this order and appended together.
  await Promise.all([
    handle(
      subscription,
      ownerId,
      { type: 'link-customer', ...holder, customerId: testCustomerId(ownerId) },
      { ...options, step: 'link-customer' },
    ),
    arePaid({ plan, aiTier }) &&
      handle(
        subscription,
        ownerId,
        {
          type: 'start-subscription',
          ...holder,
          plan,
          aiTier,
          billingPeriod: 'monthly',
          anchor: now,
          source: 'test_mode',
          providerId: testSubscriptionId(ownerId),
          trialStart: null,
          trialEnd: null,
        },
        { ...options, step: 'start-subscription' },
      ),
  ]);
};
