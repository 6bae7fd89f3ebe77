import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { planTerms, plans, type Plan } from '../../../../domain/plans/plan.ts';
import { RateLimit, type RateStanding } from '../../../../infra/edge/access/rate-limit.ts';
import { connectRedis } from '../../../../infra/stores/redis/client.ts';
import { redisIsInstalled, startRedis } from '../../../support/redis.ts';
import { until } from '../../../support/until.ts';

const small = (plan: Plan) =>
  plan === 'free'
    ? { perMinute: 3, perSecond: 100 }
    : plan === 'pro'
      ? { perMinute: 100, perSecond: 2 }
      : planTerms[plan].rate;
const times = async (count: number, run: () => Promise<RateStanding>): Promise<RateStanding[]> => {
  const all: RateStanding[] = [];
  for (let index = 0; index < count; index++) all.push(await run());
  return all;
};

const behaves = (
  make: (options?: { minuteSeconds?: number; burstSeconds?: number }) => RateLimit,
  shortest: number,
): void => {
  it('counts down to the limit of the plan and then refuses, saying when to come back', async () => {
    const limit = make();
    const seen = await times(5, () => limit.request('key-a', 'free'));
    expect(seen.map(({ allowed }) => allowed)).to.deep.equal([true, true, true, false, false]);
    expect(seen.map(({ remaining }) => remaining)).to.deep.equal([2, 1, 0, 0, 0]);
    const now = Date.now() / 1000;
    for (const standing of seen) {
      expect(standing.limit).to.equal(3);
      expect(standing.resetAt).to.be.within(now + 55, now + 62);
      expect(Number.isInteger(standing.resetAt)).to.equal(true);
    }
    expect(seen[0]?.retryAfterSeconds).to.equal(undefined);
    expect(seen[4]?.retryAfterSeconds).to.be.within(55, 60);
  });

  it('counts each credential for itself, and a credential on after its plan has changed', async () => {
    const limit = make();
    await times(4, () => limit.request('key-b', 'free'));
    expect(await limit.request('key-c', 'free')).to.include({ allowed: true, remaining: 2 });
    expect(await limit.request('key-b', 'agency')).to.include({ allowed: true, limit: 1000, remaining: 995 });
  });

  it('refuses a burst without using up the minute, and lets the next one pass when it is over', async () => {
    const limit = make({ burstSeconds: shortest });
    const seen = await times(3, () => limit.request('key-d', 'pro'));
    expect(seen.map(({ allowed }) => allowed)).to.deep.equal([true, true, false]);
    expect(seen[2]).to.include({ limit: 100, remaining: 98, retryAfterSeconds: 1 });
    await until('the burst is over', async () => (await limit.request('key-d', 'pro')).allowed);
    expect((await limit.request('key-d', 'pro')).remaining).to.equal(96);
  });

  it('begins a new window when the old one has ended', async () => {
    const limit = make({ minuteSeconds: shortest });
    expect((await times(4, () => limit.request('key-e', 'free')))[3]?.allowed).to.equal(false);
    await until('the window is over', async () => (await limit.request('key-e', 'free')).allowed);
  });

  it('holds exactly when all requests come at once', async () => {
    const limit = make();
    const seen = await Promise.all(Array.from({ length: 40 }, () => limit.request('key-f', 'free')));
    expect(seen.filter(({ allowed }) => allowed)).to.have.length(3);
  });

  it('limits the stricter endpoints by their own count', async () => {
    const limit = make();
    expect(await limit.endpoint('data-export', 'user-a')).to.include({ allowed: true, limit: 1, remaining: 0 });
    const refused = await limit.endpoint('data-export', 'user-a');
    expect(refused.allowed).to.equal(false);
    expect(refused.retryAfterSeconds).to.be.within(3590, 3600);
    expect(await limit.endpoint('data-export', 'user-b')).to.include({ allowed: true });
    const history = await times(31, () => limit.endpoint('request-history', 'workspace-a'));
    expect(history.filter(({ allowed }) => allowed)).to.have.length(30);
  });
};

describe('rate limits', () => {
  it('are the published ones by default', async () => {
    const limit = new RateLimit();
    const seen = await Promise.all(plans.map(async (plan) => (await limit.request(`key-${plan}`, plan)).limit));
    expect(seen).to.deep.equal([120, 200, 500, 1000]);
    const burst = await times(11, () => limit.request('key', 'free'));
    expect(burst.filter(({ allowed }) => allowed)).to.have.length(10);
  });

  describe('in memory', () => behaves((options) => new RateLimit({ limits: small, ...options }), 0.2));

  if (redisIsInstalled())
    describe('in Redis', () => {
      let server: Awaited<ReturnType<typeof startRedis>>;
      let redis: Redis;
      const connected = async (): Promise<Redis> => {
        const client = await connectRedis(server.url, () => undefined);
        await until('Redis is connected', () => client.status === 'ready');
        return client;
      };
      before(async () => {
        server = await startRedis();
        redis = await connected();
      });
      beforeEach(() => redis.flushall());
      after(async () => {
        redis.disconnect();
        await server.stop();
      });

      behaves((options) => new RateLimit({ redis, limits: small, ...options }), 1);

      it('counts for two processes together', async () => {
        const other = await connected();
        const [one, two] = [new RateLimit({ redis, limits: small }), new RateLimit({ redis: other, limits: small })];
        const seen = await Promise.all(
          [...Array(10).keys()].map((index) => (index % 2 ? one : two).request('k', 'free')),
        );
        expect(seen.filter(({ allowed }) => allowed)).to.have.length(3);
        other.disconnect();
      });

      it('counts in memory while Redis is away, and in Redis when it is back', async () => {
        const limit = new RateLimit({ redis, limits: small });
        await limit.request('k', 'free');
        await server.stop();
        const away = await times(4, () => limit.request('k', 'free'));
        expect(away.map(({ allowed }) => allowed)).to.deep.equal([true, true, true, false]);
        server = await startRedis(server.port);
        await until('Redis is back', () => redis.status === 'ready');
        expect(await limit.request('k', 'free')).to.include({ allowed: true, remaining: 2 });
        expect(await redis.keys('*')).to.include('rate:minute:k');
      });
    });
});
