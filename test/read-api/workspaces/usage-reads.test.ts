import { expect } from 'chai';
import { idAt } from '../../../domain/kernel/ids.ts';
import { RequestLog } from '../../../infra/edge/http/request-log.ts';
import { requestRecords } from '../../../infra/stores/postgres/request-records.ts';
import { writeRequests, type LoggedRequest } from '../../../infra/stores/postgres/request-log.ts';
import { requestHistory } from '../../../read-api/workspaces/request-history.ts';
import { usageReads } from '../../../read-api/workspaces/usage-reads.ts';
import { freshId, startEdge } from '../../support/edge.ts';
import { useDatabase } from '../../support/postgres.ts';

const now = '2031-05-20T12:00:00.000Z';

describe('usage of the API', () => {
  const database = useDatabase();
  let log: RequestLog;
  let edge: Awaited<ReturnType<typeof startEdge>>;

  before(async () => {
    const clock = () => Date.parse(now);
    log = new RequestLog({ database: database(), clock, onFault: () => {}, everyMs: 60_000 });
    const records = requestRecords(database().kysely, () => log.flush());
    const reads = [...usageReads(records), requestHistory(records)];
    edge = await startEdge({ reads, observers: [log.record], ports: { clock } });
  });
  after(async () => {
    await edge.stop();
    await log.close();
  });

  let made = 0;
  const request = (workspaceId: string, at: string, more: Partial<LoggedRequest> = {}): LoggedRequest => ({
    workspace_id: workspaceId,
    id: idAt(Date.parse(at), String(made++).padStart(15, '0')),
    at,
    method: 'GET',
    path: '/v1/posts',
    route: '/v1/posts',
    status: 200,
    milliseconds: 10,
    request_id: 'req_1',
    api_key_id: null,
    actor_type: 'user',
    actor_id: 'someone',
    ip_address: '192.0.2.1',
    ...more,
  });
  const write = (...requests: LoggedRequest[]) => writeRequests(database().kysely, requests);
  const keyOf = (plan = 'free') => edge.credentials.addKey({ plan, scopes: ['workspaces:read'] });
  const get = async (path: string, key: { workspaceId: string; secret: string }) =>
    edge.send(`GET /v1/workspaces/${key.workspaceId}/${path}`, { token: key.secret });

  it('is counted against the limit of the plan, for the current month of this workspace only', async () => {
    const [key, other] = [keyOf(), keyOf()];
    await write(
      request(key.workspaceId, '2031-04-30T23:59:59.999Z'),
      ...Array.from({ length: 20 }, () => request(key.workspaceId, '2031-05-01T00:00:00.000Z')),
      request(other.workspaceId, '2031-05-02T00:00:00.000Z'),
    );
    const { status, body } = await get('api-usage', key);
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      data: {
        requests: { total: 20, limit: 10_000, remaining: 9980 },
        percentage: { used: 0, remaining: 100 },
        status: 'healthy',
        period: { start: '2031-05-01T00:00:00.000Z', end: '2031-06-01T00:00:00.000Z' },
        plan: { slug: 'free', name: 'Free' },
      },
    });
  });

  it('counts the requests a client has just made', async () => {
    const key = keyOf('pro');
    await get('api-usage', key);
    const { body } = await get('api-usage', key);
    expect(body.data.requests).to.include({ total: 1, limit: 250_000 });
  });

  it('is grouped by day, empty days included', async () => {
    const key = keyOf();
    await write(
      request(key.workspaceId, '2031-05-03T10:00:00.000Z'),
      request(key.workspaceId, '2031-05-03T11:00:00.000Z', { status: 404, milliseconds: 31 }),
    );
    const { body } = await get('api-usage/timeseries?startDate=2031-05-02&endDate=2031-05-04T08:00:00Z', key);
    const none = { requests: 0, errors: 0, averageResponseTimeMs: null };
    expect(body).to.deep.equal({
      data: [
        { date: '2031-05-02', ...none },
        { date: '2031-05-03', requests: 2, errors: 1, averageResponseTimeMs: 21 },
        { date: '2031-05-04', ...none },
      ],
      period: { start: '2031-05-02', end: '2031-05-04' },
    });
    const month = await get('api-usage/timeseries', key);
    expect(month.body.data).to.have.length(31);
    expect(month.body.period).to.deep.equal({ start: '2031-05-01', end: '2031-05-31' });
  });

  it('refuses days that are none, backward ranges and ranges over a year', async () => {
    const key = keyOf();
    for (const query of [
      'startDate=yesterday',
      'startDate=2031-02-30',
      'startDate=0000-01-01',
      'startDate=1970-01-01T00:00:00%2b01:00',
      'startDate=2031-05-04&endDate=2031-05-03',
      'startDate=2029-05-04&endDate=2031-05-03',
    ]) {
      const { status, body } = await get(`api-usage/timeseries?${query}`, key);
      expect([status, body.error.code], query).to.deep.equal([400, 'VALIDATION_ERROR']);
    }
  });

  it('is grouped by endpoint, the most asked first', async () => {
    const key = keyOf();
    const post = { method: 'POST', status: 400 };
    const one = { path: `/v1/posts/${freshId()}`, route: '/v1/posts/:id' };
    await write(
      request(key.workspaceId, '2031-05-03T10:00:00.000Z', post),
      ...[1, 2, 3].map(() => request(key.workspaceId, '2031-05-04T10:00:00.000Z', one)),
    );
    const { body } = await get('api-usage/endpoints', key);
    expect(body.data).to.deep.equal([
      { method: 'GET', path: '/v1/posts/:id', count: 3, errorCount: 0, averageResponseTimeMs: 10 },
      { method: 'POST', path: '/v1/posts', count: 1, errorCount: 1, averageResponseTimeMs: 10 },
    ]);
  });

  it('needs the scope, and never tells of another workspace', async () => {
    const [key, other] = [keyOf(), keyOf()];
    for (const path of ['api-usage', 'api-usage/timeseries', 'api-usage/endpoints', 'request-history']) {
      const narrow = edge.credentials.addKey({ scopes: ['posts:read'] });
      expect((await get(path, narrow)).status).to.equal(403);
      expect((await get(path, { ...key, secret: other.secret })).status).to.equal(404);
    }
  });

  describe('request by request', () => {
    const pages = async (query: string, key: ReturnType<typeof keyOf>) => {
      const ids: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const at: string = cursor === '' ? '' : `&cursor=${cursor}`;
        const { status, body } = await get(`request-history?${query}${at}`, key);
        expect(status, JSON.stringify(body)).to.equal(200);
        ids.push(...body.data.map(({ id }: { id: string }) => id));
        expect(body.pagination.has_more).to.equal(body.pagination.next_cursor !== null);
        cursor = body.pagination.next_cursor;
      }
      return ids;
    };

    it('shows each with all that is known of it', async () => {
      const key = keyOf();
      const kept = request(key.workspaceId, '2031-05-03T10:00:00.000Z', { api_key_id: key.keyId });
      await write(kept);
      const { body } = await get('request-history', key);
      expect(body).to.deep.equal({
        data: [
          {
            id: kept.id,
            timestamp: '2031-05-03T10:00:00.000Z',
            method: 'GET',
            path: '/v1/posts',
            statusCode: 200,
            responseTimeMs: 10,
            requestId: 'req_1',
            apiKeyId: key.keyId,
            actorType: 'user',
            actorId: 'someone',
            ipAddress: '192.0.2.1',
          },
        ],
        pagination: { has_more: false, next_cursor: null, limit: 50 },
      });
    });

    it('goes back page by page, the latest first, nothing twice and nothing left out', async () => {
      const key = keyOf();
      const kept = Array.from({ length: 7 }, (_, n) => request(key.workspaceId, `2031-05-0${n + 1}T00:00:00.000Z`));
      await write(...kept);
      const ids = kept.map(({ id }) => id).reverse();
      expect(await pages('limit=3&endDate=2031-05-19', key)).to.deep.equal(ids);
    });

    it('can be narrowed by each filter', async () => {
      const key = keyOf();
      const at = '2031-05-03T10:00:00.000Z';
      const kept = {
        posted: request(key.workspaceId, at, { method: 'POST', path: '/v1/Posts_%25' }),
        missing: request(key.workspaceId, at, { status: 404 }),
        byKey: request(key.workspaceId, at, { api_key_id: key.keyId, path: '/v1/media' }),
        nextDay: request(key.workspaceId, '2031-05-04T00:00:00.000Z'),
      };
      await write(...Object.values(kept));
      const found = async (query: string) => {
        const ids = await pages(`${query}&endDate=2031-05-19`, key);
        return Object.entries(kept).flatMap(([name, { id }]) => (ids.includes(id) ? [name] : []));
      };
      expect(await found('method=post')).to.deep.equal(['posted']);
      expect(await found('path=media')).to.deep.equal(['byKey']);
      expect(await found('path=Posts_%2525')).to.deep.equal(['posted']);
      expect(await found('path=post_')).to.deep.equal([]);
      expect(await found('status=404')).to.deep.equal(['missing']);
      expect(await found(`apiKeyId=${key.keyId}`)).to.deep.equal(['byKey']);
      expect(await found('startDate=2031-05-04')).to.deep.equal(['nextDay']);
      expect(await pages('startDate=9999-12-31', key)).to.deep.equal([]);
      expect(await pages('startDate=0000-01-01&endDate=9999-12-31', key)).to.have.length.above(4);
      expect(await pages('startDate=2031-05-03&endDate=2031-05-03', key)).to.have.length(3);
      expect(await pages('startDate=2031-05-04T00:00:00Z&endDate=2031-05-04T00:00:00Z', key)).to.have.length(1);
    });

    it('refuses what is no filter', async () => {
      const key = keyOf();
      for (const query of ['status=20', 'method=BREW', 'apiKeyId=x', 'limit=101', 'cursor=x', 'path=', 'startDate=1']) {
        const { status, body } = await get(`request-history?${query}`, key);
        expect([status, body.error.code], query).to.deep.equal([400, 'VALIDATION_ERROR']);
      }
    });

    it('may be asked thirty times a minute', async () => {
      const key = keyOf();
      const answers = await Promise.all(Array.from({ length: 31 }, () => get('request-history', key)));
      expect(answers.filter(({ status }) => status === 429)).to.have.length(1);
    });
  });
});
