import type { ViewFold } from '../kernel/decider.ts';
import { unusedBeyond, type CreditTerms } from './credit-account.ts';
import type { CreditEvent, CreditPeriod, CreditsAfter } from './credit-events.ts';

/** The account as its read model has it: the balance after the last movement. */
export type CreditAccountView = CreditsAfter & Readonly<{ period: CreditPeriod; granted: number; updatedAt: string }>;

const start = (period: CreditPeriod, after: CreditsAfter, updatedAt: string): CreditAccountView => ({
  ...after,
  period,
  granted: 0,
  updatedAt,
});

/** The first event of an account is a grant, which names the period. */
export const creditAccountView: ViewFold<CreditAccountView, CreditEvent> = {
  evolve: (view, { type, data, meta }) => {
    const moved = { ...data.after, updatedAt: meta.occurredAt };
    if (type === 'CreditsGranted' || type === 'CreditsWithdrawn')
      return { ...start(data.period, data.after, meta.occurredAt), granted: data.allowance };
    return view && { ...view, ...moved };
  },
};

/** What an owner has to spend in the current period. `limit` is `used`, `reserved` and `remaining` together. */
export type CreditBalance = Readonly<{
  limit: number;
  used: number;
  reserved: number;
  remaining: number;
  /** The part of `remaining` that was purchased and does not expire. */
  purchased: number;
  period: CreditPeriod;
}>;

const balanceOf = ({ allowance, purchased, reserved, used }: CreditsAfter, period: CreditPeriod): CreditBalance => {
  const remaining = allowance + purchased;
  return { limit: used + reserved + remaining, used, reserved, remaining, purchased, period };
};

/**
 * The balance under the present subscription. Movements follow with the next command: the credits of a new period or
 * of larger terms count as granted before it, and those of smaller terms as withdrawn.
 */
export const creditBalance = (
  account: (CreditsAfter & Readonly<{ period: CreditPeriod | undefined; granted: number }>) | undefined,
  { period, allowance }: CreditTerms,
): CreditBalance => {
  const { purchased = 0, reserved = 0 } = account ?? {};
  if (!account?.period || period.start > account.period.start)
    return balanceOf({ allowance, purchased, reserved, used: 0 }, period);
  const more = Math.max(0, allowance - account.granted);
  const less = unusedBeyond(allowance, account.granted, account.allowance);
  return balanceOf({ ...account, allowance: account.allowance + more - less }, account.period);
};
