import type { Caller } from '../../../read-api/contract/caller.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { planTerms, plans, type Plan } from '../../../domain/plans/plan.ts';
import { usageReport } from '../../../domain/plans/usage.ts';
import type { MonthlyUsage } from '../access/monthly-usage.ts';
import type { LimitedEndpoint, RateLimit, RateStanding } from '../access/rate-limit.ts';

type Limiter = Pick<RateLimit, 'request' | 'endpoint'>;

const planOf = (caller: Caller): Plan => plans.find((plan) => plan === caller.plan) ?? 'free';

/**
 * Counts a request against its key, or against its person in the workspace, and sets the rate
 * headers.
 */
export const limitRate = async (caller: Caller, headers: Record<string, string>, limiter: Limiter): Promise<void> => {
  const credential = caller.keyId ?? `${caller.userId}@${caller.workspaceId}`;
  const standing = await limiter.request(credential, planOf(caller));
  headers['x-ratelimit-limit'] = String(standing.limit);
  headers['x-ratelimit-remaining'] = String(standing.remaining);
  headers['x-ratelimit-reset'] = String(standing.resetAt);
  refuseIfExceeded(standing, 'Too many requests');
};

/** Counts a request to one of the endpoints with their own limit. */
export const limitEndpoint = async (name: LimitedEndpoint, caller: Caller, limiter: Limiter): Promise<void> => {
  const who = name === 'data-export' ? (caller.userId ?? caller.workspaceId) : caller.workspaceId;
  refuseIfExceeded(await limiter.endpoint(name, who), 'Too many requests to this route');
};

/**
 * What a workspace over the limit of its month still reaches: where it sees its use, changes its
 * plan, and manages its keys, people and settings.
 */
const alwaysOpen = /^\/v1\/(billing|subscription|workspaces|users|invitations|settings)(\/|$)/;

/** Counts a request in the month of its workspace, and refuses it beyond the limit of the plan. */
export const limitMonth = (caller: Caller, path: string, now: string, usage: Pick<MonthlyUsage, 'count'>): void => {
  if (caller.workspaceId === '') return;
  const plan = planOf(caller);
  const total = usage.count(caller.workspaceId, plan, now);
  if (total < planTerms[plan].monthlyRequests || alwaysOpen.test(path)) return;
  const report = usageReport(plan, total, now);
  const retryAfterSeconds = Math.max(1, Math.ceil((Date.parse(report.period.end) - Date.parse(now)) / 1000));
  const message = `The ${report.plan.name} plan allows ${report.requests.limit} API requests a month`;
  throw new Refused('RATE_LIMITED', message, { reason: 'monthly_limit', retryAfterSeconds, ...report });
};

const refuseIfExceeded = ({ allowed, retryAfterSeconds = 1 }: RateStanding, message: string): void => {
  if (!allowed) throw new Refused('RATE_LIMITED', message, { retryAfterSeconds });
};
