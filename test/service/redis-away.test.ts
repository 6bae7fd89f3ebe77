import { expect } from 'chai';
import { redisIsInstalled, startRedis } from '../support/redis.ts';
import { until } from '../support/until.ts';
import type { Client } from '../support/service-client.ts';
import { ServiceProcess } from '../support/service-process.ts';

if (redisIsInstalled())
  describe('the service whose Redis comes and goes', function () {
    this.timeout(180_000);
    let redis: Awaited<ReturnType<typeof startRedis>>;
    let service: ServiceProcess;
    before(async () => {
      redis = await startRedis();
      service = await ServiceProcess.start('node', { REDIS_URL: redis.url });
    });
    after(async () => {
      await service.dispose();
      await redis.stop();
    });

    const remaining = async (client: Client): Promise<number> => {
      const { status, headers } = await client.call('GET', '/posts?limit=1');
      expect(status).to.equal(200);
      return Number(headers.get('x-ratelimit-remaining'));
    };
    /** Writes, and reads what was written by the next request. */
    const works = async (client: Client, text: string): Promise<void> => {
      const { id } = await client.createPost(text);
      expect((await client.post(id)).content).to.equal(text);
      expect((await client.posts()).map(({ content }) => content)).to.include(text);
    };

    it('serves on, counts requests by itself meanwhile, and counts together again', async () => {
      const client = await service.workspace();
      await works(client, 'Redis is there');
      await works(client, 'Redis is still there');
      const before = await remaining(client);

      await redis.stop();
      await works(client, 'Redis is away');
      const away = await remaining(client);
      // A count of its own, begun when Redis went: still a limit, still in every answer.
      expect(away).to.be.greaterThan(before);
      expect(await remaining(client)).to.equal(away - 1);
      expect((await client.call('GET', '/ready')).status).to.equal(200);

      redis = await startRedis(redis.port);
      // The count in Redis starts again, as Redis itself did, so the remaining number jumps up once
      // Redis counts.
      let last = await remaining(client);
      await until('Redis counts again', async () => {
        const now = await remaining(client);
        const jumped = now > last;
        last = now;
        return jumped;
      });
      await works(client, 'Redis is back');
    });

    it('refuses beyond the limit also while Redis is away', async () => {
      const made = await service.demo.expect<Client['connection']>(201, 'POST', '/sandbox/workspaces', {
        plan: 'free',
        connectAll: false,
      });
      const ask = () => fetch(`${made.baseUrl}/posts`, { headers: { authorization: `Bearer ${made.apiKey}` } });
      await redis.stop();
      try {
        const answers = await Promise.all(Array.from({ length: 40 }, ask));
        const refused = answers.filter(({ status }) => status === 429);
        expect(answers.filter(({ status }) => status === 200)).to.have.length.within(10, 20);
        expect(refused).to.have.length.within(20, 30);
        for (const { headers } of refused) expect(Number(headers.get('retry-after'))).to.be.greaterThan(0);
      } finally {
        redis = await startRedis(redis.port);
      }
    });
  });
