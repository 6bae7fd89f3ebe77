import { expect } from 'chai';
import { useRunningService } from '../support/running-service.ts';

/** Test mode, Sandbox endpoints, POST /v1/sandbox/usage. */
describe('POST /v1/sandbox/usage', () => {
  const service = useRunningService();

  it('sets the requests of the current period to the given number, whatever was counted before', async () => {
    const of = await service().workspace('free', false);
    const usage = async () => {
      const { status, body } = await of.send(`GET /workspaces/${of.workspaceId}/api-usage`);
      expect(status).to.equal(200);
      return body.data as { requests: { total: number; limit: number; remaining: number }; status: string };
    };
    expect((await usage()).requests.total).to.be.below(5);
    const { limit } = (await usage()).requests;
    for (const [requests, status] of [
      [limit, 'critical'],
      [Math.ceil(limit * 0.8), 'warning'],
      [0, 'healthy'],
    ] as const) {
      const set = await of.send('POST /sandbox/usage', { requests });
      expect([set.status, set.body]).to.deep.equal([200, { requests }]);
      expect(set.headers.has('x-ratelimit-limit')).to.equal(false);
      const now = await usage();
      // Only the looks of this test come on top.
      expect(now.requests.total).to.be.within(requests, requests + 3);
      expect(now.requests.remaining).to.equal(Math.max(0, limit - now.requests.total));
      expect(now.status).to.equal(status);
    }
  });

  it('refuses requests over the limit of the month with the fields of the usage, until it ends', async () => {
    const of = await service().workspace('free', false);
    const path = `/workspaces/${of.workspaceId}/api-usage`;
    const { limit } = ((await of.send(`GET ${path}`)).body.data as { requests: { limit: number } }).requests;
    await of.send('POST /sandbox/usage', { requests: limit - 1 });
    expect((await of.send('GET /posts')).status).to.equal(200);
    const refused = await of.send('GET /posts');
    expect([refused.status, refused.body.error.code]).to.deep.equal([429, 'RATE_LIMITED']);
    const usage = (await of.send(`GET ${path}`)).body.data as { period: { end: string }; status: string };
    expect(usage.status).to.equal('critical');
    const { details } = refused.body.error as { details: Record<string, unknown> };
    expect(details).to.include.keys(...Object.keys(usage), 'retryAfterSeconds');
    expect(details['requests']).to.deep.include({ total: limit, limit, remaining: 0 });
    const left = (Date.parse(usage.period.end) - (await of.now())) / 1000;
    expect(Number(refused.headers.get('retry-after'))).to.be.within(left - 60, left + 60);
    await of.send('POST /sandbox/usage', { requests: 0 });
    expect((await of.send('GET /posts')).status).to.equal(200);
  });

  it('touches no other workspace and takes whole numbers from 0', async () => {
    const [one, other] = await Promise.all([service().workspace('free', false), service().workspace('free', false)]);
    await one.send('POST /sandbox/usage', { requests: 5000 });
    const { body } = await other.send(`GET /workspaces/${other.workspaceId}/api-usage`);
    expect(body.data.requests.total).to.be.below(5);
    for (const requests of [-1, 1.5, '7', null, undefined]) {
      const { status, body: reported } = await one.send('POST /sandbox/usage', { requests });
      expect([status, reported.error.details?.field], String(requests)).to.deep.equal([400, 'requests']);
    }
  });
});
