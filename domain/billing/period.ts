import type { BillingPeriod } from '../plans/plan.ts';

/** `start` belongs to it, `end` is the beginning of the next. ISO 8601. */
export type Period = Readonly<{ start: string; end: string }>;

const monthsOf: Readonly<Record<BillingPeriod, number>> = { monthly: 1, yearly: 12 };

/** The same day so many months later; the last day of a shorter month. */
const monthsLater = (from: Date, months: number): Date => {
  const first = new Date(from);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return first;
};

/**
 * The period that `now` is in. Periods follow each other from `anchor` on, so a renewal needs no
 * event: the day of the month is always the anchor's, also after a shorter month.
 */
export const periodAt = (anchor: string, billingPeriod: BillingPeriod, now: string): Period => {
  const from = new Date(anchor);
  const at = new Date(now);
  const months = monthsOf[billingPeriod];
  const elapsed = (at.getUTCFullYear() - from.getUTCFullYear()) * 12 + at.getUTCMonth() - from.getUTCMonth();
  let index = Math.max(0, Math.floor(elapsed / months));
  while (index > 0 && monthsLater(from, index * months) > at) index--;
  return {
    start: monthsLater(from, index * months).toISOString(),
    end: monthsLater(from, (index + 1) * months).toISOString(),
  };
};
