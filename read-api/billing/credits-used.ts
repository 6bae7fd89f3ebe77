import type { Entitlement } from '../../domain/billing/entitlement.ts';
import { creditBalance, type CreditBalance } from '../../domain/credits/credit-view.ts';
import { creditAccountId } from '../../domain/credits/credit-account-id.ts';
import { creditAccountOf } from '../credits/credit-history.ts';
import type { ReadContext } from '../kernel/endpoint.ts';

/** The read models that `creditsUsed` queries. */
export const creditModels = ['credit_accounts'] as const;

/** The AI credits of a person of their current month. */
export const creditsUsed = async (
  ownerId: string,
  { creditPeriod: period, credits }: Entitlement,
  { db, caller }: Pick<ReadContext, 'db' | 'caller'>,
): Promise<CreditBalance> => {
  const account = await creditAccountOf(db, creditAccountId(ownerId, caller.mode));
  return creditBalance(account, { period, allowance: credits });
};
