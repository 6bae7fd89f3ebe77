import type { Caller } from '../../../read-api/contract/caller.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { plans, type Plan } from '../../../domain/plans/plan.ts';
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

const refuseIfExceeded = ({ allowed, retryAfterSeconds = 1 }: RateStanding, message: string): void => {
  if (!allowed) throw new Refused('RATE_LIMITED', message, { retryAfterSeconds });
};
