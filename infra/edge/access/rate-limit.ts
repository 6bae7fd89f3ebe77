import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { planTerms, type Plan } from '../../../domain/plans/plan.ts';
import { entriesOf } from '../../../domain/kernel/keys-of.ts';

/** Requests a minute, and requests within one second of it. */
export type RequestLimit = Readonly<{ perMinute: number; perSecond: number }>;

/** Endpoints with a limit of their own, beside the general one: requests in so many seconds. */
export const endpointLimits = {
  'data-export': { requests: 1, seconds: 3600 },
  'request-history': { requests: 30, seconds: 60 },
} as const;

export type LimitedEndpoint = keyof typeof endpointLimits;

/** The state of one request against a limit: the values of the rate headers. */
export type RateStanding = Readonly<{
  allowed: boolean;
  /** X-RateLimit-Limit */
  limit: number;
  /** X-RateLimit-Remaining */
  remaining: number;
  /** X-RateLimit-Reset: Unix seconds, rounded up */
  resetAt: number;
  /** Retry-After: whole seconds, at least one; only where not allowed */
  retryAfterSeconds: number | undefined;
}>;

type Options = Readonly<{
  /** Counts for all nodes together; without it each process counts for itself. */
  redis?: Redis;
  /** The plan's published figures by default. */
  limits?: (plan: Plan) => RequestLimit;
  /** The windows in seconds, for tests; Redis counts in whole seconds. */
  minuteSeconds?: number;
  burstSeconds?: number;
}>;

/**
 * Counts requests by credential. A request over the burst limit does not use up the minute. While Redis is away each
 * process counts in memory, so the service neither stops nor is unprotected.
 */
export class RateLimit {
  readonly #limits: (plan: Plan) => RequestLimit;
  readonly #minute: RateLimiterAbstract;
  readonly #burst: RateLimiterAbstract;
  readonly #endpoints: ReadonlyMap<LimitedEndpoint, RateLimiterAbstract>;

  constructor({ redis, limits = (plan) => planTerms[plan].rate, minuteSeconds = 60, burstSeconds = 1 }: Options = {}) {
    this.#limits = limits;
    this.#minute = counter('minute', minuteSeconds, redis);
    this.#burst = counter('burst', burstSeconds, redis);
    this.#endpoints = new Map(
      entriesOf(endpointLimits).map(([name, { seconds }]) => [name, counter(name, seconds, redis)]),
    );
  }

  /** `credential` names an API key or a session's person in its workspace: whatever shares it shares the limit. */
  async request(credential: string, plan: Plan): Promise<RateStanding> {
    const { perMinute, perSecond } = this.#limits(plan);
    const burst = await take(this.#burst, credential);
    if (burst.consumedPoints <= perSecond) return standing(await take(this.#minute, credential), perMinute);
    const minute = await this.#minute.get(credential);
    const used = minute?.consumedPoints ?? 0;
    return {
      allowed: false,
      limit: perMinute,
      remaining: Math.max(0, perMinute - used),
      resetAt: resetAfter(minute?.msBeforeNext ?? burst.msBeforeNext),
      retryAfterSeconds: waitOf(used < perMinute ? burst.msBeforeNext : (minute ?? burst).msBeforeNext),
    };
  }

  /** The limit of one endpoint, by person for `data-export` and by workspace for `request-history`. */
  async endpoint(name: LimitedEndpoint, who: string): Promise<RateStanding> {
    const counted = this.#endpoints.get(name);
    if (!counted) throw new Error(`no limit is declared for ${name}`);
    return standing(await take(counted, who), endpointLimits[name].requests);
  }
}

/** The plan's limit is compared outside, so a counter has no limit, and one counter serves every plan. */
const unlimited = Number.MAX_SAFE_INTEGER;

const counter = (name: string, duration: number, redis: Redis | undefined): RateLimiterAbstract => {
  const options = { keyPrefix: `rate:${name}`, points: unlimited, duration };
  const memory = new RateLimiterMemory(options);
  if (!redis) return memory;
  return new RateLimiterRedis({
    ...options,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    insuranceLimiter: memory,
  });
};

const take = (counted: RateLimiterAbstract, key: string): Promise<RateLimiterRes> => counted.consume(key);

const standing = ({ consumedPoints, msBeforeNext }: RateLimiterRes, limit: number): RateStanding => ({
  allowed: consumedPoints <= limit,
  limit,
  remaining: Math.max(0, limit - consumedPoints),
  resetAt: resetAfter(msBeforeNext),
  retryAfterSeconds: consumedPoints <= limit ? undefined : waitOf(msBeforeNext),
});

const resetAfter = (milliseconds: number): number => Math.ceil((Date.now() + milliseconds) / 1000);

const waitOf = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));
