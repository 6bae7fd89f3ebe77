import { entitlementOf } from '../../domain/billing/entitlement.ts';
import type { Terms } from '../../domain/billing/terms.ts';
import { creditAccountId } from '../../domain/credits/credit-account-id.ts';
import { creditAccount, unusedBeyond } from '../../domain/credits/credit-account.ts';
import { creditsOf } from '../../domain/plans/plan.ts';
import type { WriteContext } from '../kernel/endpoint.ts';
import type { Payer } from './owner.ts';

/** Whether credits of this month are used that smaller terms would not have brought. */
export const usedBeyond = async (
  { ownerId, mode, subscribed }: Payer,
  terms: Terms,
  { load, now }: Pick<WriteContext, 'load' | 'now'>,
): Promise<boolean> => {
  const account = (await load(creditAccount, creditAccountId(ownerId, mode), { shared: true }))?.state;
  const { creditPeriod, plan, aiTier } = entitlementOf(subscribed, now);
  if (!account?.period || creditPeriod.start > account.period.start) return false;
  const larger = Math.max(account.granted, creditsOf(plan, aiTier));
  const smaller = creditsOf(terms.plan, terms.aiTier);
  return (
    unusedBeyond(smaller, account.granted, account.balance.allowance) < Math.min(larger, account.granted) - smaller
  );
};
