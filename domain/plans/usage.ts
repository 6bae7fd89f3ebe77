import { planTerms, type Plan } from './plan.ts';

/** A calendar month in UTC: `start` belongs to it, `end` is the beginning of the next. ISO 8601. */
export type UsagePeriod = Readonly<{ start: string; end: string }>;

/** The month that requests are counted in at `now`, an ISO 8601 instant. */
export const usagePeriodAt = (now: string): UsagePeriod => {
  const at = new Date(now);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return {
    start: new Date(Date.UTC(year, month, 1)).toISOString(),
    end: new Date(Date.UTC(year, month + 1, 1)).toISOString(),
  };
};

export const usageStatuses = ['healthy', 'warning', 'critical'] as const;
export type UsageStatus = (typeof usageStatuses)[number];

export type Usage = Readonly<{
  requests: Readonly<{ total: number; limit: number; remaining: number }>;
  /** Whole per cent, rounded down: the answer and the status use the same number. */
  percentage: Readonly<{ used: number; remaining: number }>;
  status: UsageStatus;
}>;

const statusAt = (used: number): UsageStatus => {
  if (used >= 90) return 'critical';
  return used >= 75 ? 'warning' : 'healthy';
};

/** The API requests of a workspace in its month. They can exceed the limit: refused ones count, and some paths stay open. */
export const usageOf = (plan: Plan, total: number): Usage => {
  const limit = planTerms[plan].monthlyRequests;
  const used = Math.floor((total * 100) / limit);
  return {
    requests: { total, limit, remaining: Math.max(0, limit - total) },
    percentage: { used, remaining: Math.max(0, 100 - used) },
    status: statusAt(used),
  };
};

export type UsageReport = Usage & Readonly<{ period: UsagePeriod; plan: Readonly<{ slug: Plan; name: string }> }>;

/** The use of the API in the form of every answer. */
export const usageReport = (plan: Plan, total: number, now: string): UsageReport => ({
  ...usageOf(plan, total),
  period: usagePeriodAt(now),
  plan: { slug: plan, name: plan.charAt(0).toUpperCase() + plan.slice(1) },
});
