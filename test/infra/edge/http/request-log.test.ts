import { expect } from 'chai';
import { sql } from 'kysely';
import { RequestLog } from '../../../../infra/edge/http/request-log.ts';
import {
  forgetRequestsOf,
  sweepRequests,
  writeRequests,
  type LoggedRequest,
} from '../../../../infra/stores/postgres/request-log.ts';
import { freshId, startEdge } from '../../../support/edge.ts';
import { useDatabase } from '../../../support/postgres.ts';
import { until } from '../../../support/until.ts';
import { getNote, listNotes, writeNote } from '../../../support/note.ts';

const testNow = Date.parse('2031-05-01T12:00:00.000Z');

describe('the request log', () => {
  const database = useDatabase();
  const faults: { waiting: number; dropped: number }[] = [];
  let log: RequestLog;
  /** A second log, in the test that makes it. */
  let quick: RequestLog | undefined;
  let edge: Awaited<ReturnType<typeof startEdge>>;
  let answers = 0;

  before(async () => {
    log = new RequestLog({
      database: database(),
      clock: (mode) => (mode === 'test' ? testNow : Date.now()),
      onFault: (_error, waiting, dropped) => faults.push({ waiting, dropped }),
      maxWaiting: 5,
      everyMs: 60_000,
    });
    const count = () => void answers++;
    const quickly: RequestLog['record'] = (answered) => quick?.record(answered);
    edge = await startEdge({
      writes: [writeNote],
      reads: [getNote, listNotes],
      observers: [log.record, quickly, count],
    });
  });
  beforeEach(() => (faults.length = 0));
  after(() => edge.stop());

  /**
   * Sends and waits until the server has notified its observers, which it does after the answer is
   * out.
   */
  const send = async (line: string, ask: Parameters<typeof edge.send>[1]) => {
    const before = answers;
    const answer = await edge.send(line, ask);
    await until('the observer is called', () => answers > before);
    return answer;
  };
  const historyOf = async (workspaceId: string): Promise<LoggedRequest[]> =>
    (
      await sql<LoggedRequest>`select * from api_request where workspace_id = ${workspaceId} order by id`.execute(
        database().kysely,
      )
    ).rows;
  const usageOf = async (workspaceId: string) =>
    (
      await sql<{ day: string; route: string; requests: string; errors: string }>`
        select day, route, requests, errors from api_usage where workspace_id = ${workspaceId} order by route`.execute(
        database().kysely,
      )
    ).rows;

  it('forgets a person who is erased, also in what was waiting to be written', async () => {
    const [workspaceId, userId] = [freshId(), freshId()];
    const request = (id: string): LoggedRequest => ({
      workspace_id: workspaceId,
      id,
      at: new Date().toISOString(),
      method: 'GET',
      path: '/v1/posts',
      route: '/v1/posts',
      status: 200,
      milliseconds: 1,
      request_id: id,
      api_key_id: null,
      actor_type: 'user',
      actor_id: userId,
      ip_address: '203.0.113.7',
    });
    const db = database().kysely;
    await writeRequests(db, [request('1')]);
    await sql`insert into subject_key (subject, destroyed_at) values (${userId}, now())`.execute(db);
    await forgetRequestsOf(userId, db);
    await writeRequests(db, [request('2'), { ...request('3'), actor_id: 'somebody else' }]);
    const kept = (await historyOf(workspaceId)).map(({ actor_id, ip_address }) => [actor_id, ip_address]);
    expect(kept).to.deep.equal([
      ['[forgotten]', null],
      ['[forgotten]', null],
      ['somebody else', '203.0.113.7'],
    ]);
  });

  it('keeps who asked what and how it was answered, without queries, and counts by day and endpoint', async () => {
    const key = edge.credentials.addKey();
    const id = freshId();
    await send('GET /v1/posts?secret=1', { token: key.secret });
    const read = await send(`GET /v1/posts/${id}`, { token: key.secret });
    await send('POST /v1/posts', { token: key.secret, body: {} });
    await log.flush();
    const history = await historyOf(key.workspaceId);
    expect(history.map(({ method, path, status }) => `${method} ${path} ${status}`)).to.have.members([
      'GET /v1/posts 200',
      `GET /v1/posts/${id} 200`,
      'POST /v1/posts 400',
    ]);
    expect(history.find(({ path }) => path.endsWith(id))).to.include({
      at: new Date(testNow).toISOString(),
      route: '/v1/posts/:id',
      request_id: read.headers.get('x-request-id'),
      api_key_id: key.keyId,
      actor_type: 'api_key',
      actor_id: key.keyId,
      ip_address: '127.0.0.1',
    });
    expect(await usageOf(key.workspaceId)).to.have.deep.members([
      { day: '2031-05-01', route: '/v1/posts', requests: '1', errors: '0' },
      { day: '2031-05-01', route: '/v1/posts', requests: '1', errors: '1' },
      { day: '2031-05-01', route: '/v1/posts/:id', requests: '1', errors: '0' },
    ]);
  });

  it('knows people by their session', async () => {
    const workspaceId = freshId();
    const { token, userId } = edge.credentials.addPerson(workspaceId);
    await send('GET /v1/posts', { token });
    await log.flush();
    expect((await historyOf(workspaceId))[0]).to.include({ actor_type: 'user', actor_id: userId, api_key_id: null });
  });

  it('leaves out strangers, and paths that are none', async () => {
    const key = edge.credentials.addKey();
    await send('GET /v1/posts', {});
    await send('GET /v1/nothing', { token: key.secret });
    await send('GET /v1/health', {});
    await log.flush();
    expect(await historyOf(key.workspaceId)).to.deep.equal([]);
  });

  it('delays no request while the database is away, drops the excess, and continues afterwards', async () => {
    const key = edge.credentials.addKey();
    await sql`alter table api_request rename to api_request_away`.execute(database().kysely);
    for (let count = 0; count < 8; count++) {
      expect((await send('GET /v1/posts', { token: key.secret })).status).to.equal(200);
    }
    await log.flush();
    expect(faults).to.deep.equal([{ waiting: 5, dropped: 3 }]);
    await sql`alter table api_request_away rename to api_request`.execute(database().kysely);
    await log.flush();
    expect((await historyOf(key.workspaceId)).length).to.equal(5);
    expect((await usageOf(key.workspaceId))[0]?.requests).to.equal('5');
  });

  it('gives up what the database will never take, so that the rest is written', async () => {
    const key = edge.credentials.addKey();
    await sql`alter table api_request add constraint picky check (workspace_id <> ${sql.lit(key.workspaceId)}) not valid`.execute(
      database().kysely,
    );
    await send('GET /v1/posts', { token: key.secret });
    for (let count = 0; count < 9; count++) await log.flush();
    expect(faults.at(-1)).to.deep.equal({ waiting: 1, dropped: 0 });
    await log.flush();
    const other = edge.credentials.addKey();
    await send('GET /v1/posts', { token: other.secret });
    await log.flush();
    expect((await historyOf(other.workspaceId)).length).to.equal(1);
  });

  it('writes together what comes while it writes, and by the end of a flush what came before it', async () => {
    const key = edge.credentials.addKey();
    const held = await database().pool.connect();
    try {
      await held.query('begin; lock table api_request in share mode');
      await send('GET /v1/posts', { token: key.secret });
      const first = log.flush();
      await send('GET /v1/posts', { token: key.secret });
      await send('GET /v1/posts', { token: key.secret });
      await held.query('commit');
      await first;
      expect((await historyOf(key.workspaceId)).length).to.equal(1);
      await held.query('begin; lock table api_request in share mode');
      const second = log.flush();
      await send('GET /v1/posts', { token: key.secret });
      const third = log.flush();
      await held.query('commit');
      await third;
      expect((await historyOf(key.workspaceId)).length).to.equal(4);
      await second;
    } finally {
      held.release();
    }
  });

  it('writes by itself, also after a fault and after a pause', async () => {
    const key = edge.credentials.addKey();
    const written = async (): Promise<number> => (await historyOf(key.workspaceId)).length;
    let failed = 0;
    quick = new RequestLog({ database: database(), clock: Date.now, onFault: () => void failed++, everyMs: 5 });
    try {
      await sql`alter table api_request rename to api_request_away`.execute(database().kysely);
      await send('GET /v1/posts', { token: key.secret });
      await until('the log has met the fault twice', () => failed > 1);
      await sql`alter table api_request_away rename to api_request`.execute(database().kysely);
      await until('the request is written', async () => (await written()) === 1);
      await send('GET /v1/posts', { token: key.secret });
      await until('the next request is written', async () => (await written()) === 2);
    } finally {
      await quick.close();
      quick = undefined;
    }
  });

  it('writes what still waits when it closes', async () => {
    const key = edge.credentials.addKey();
    await send('GET /v1/posts', { token: key.secret });
    await log.close();
    expect((await historyOf(key.workspaceId)).length).to.equal(1);
  });

  const logged = (more: Partial<LoggedRequest>): LoggedRequest => ({
    workspace_id: 'w',
    id: freshId(),
    at: '2026-11-20T10:00:00.000Z',
    method: 'GET',
    path: '/v1/posts',
    route: '/v1/posts',
    status: 200,
    milliseconds: 3,
    request_id: 'r',
    api_key_id: null,
    actor_type: 'user',
    actor_id: 'u',
    ip_address: null,
    ...more,
  });

  it('counts once what is written twice, also when several processes write at once', async () => {
    const workspace_id = freshId();
    const rows = Array.from({ length: 200 }, (_, index) =>
      logged({ workspace_id, route: `/v1/r${index % 7}`, api_key_id: index % 2 ? 'k' : null }),
    );
    await Promise.all(
      [1, 2, 3, 4].map(() =>
        writeRequests(
          database().kysely,
          [...rows].sort(() => Math.random() - 0.5),
        ),
      ),
    );
    const usage = await usageOf(workspace_id);
    expect(usage.reduce((sum, { requests }) => sum + Number(requests), 0)).to.equal(200);
    expect(usage.length).to.equal(14);
  });

  it('forgets single requests after 90 days and counts after 400', async () => {
    const workspace_id = freshId();
    const now = new Date('2026-11-20T10:00:00.000Z');
    const daysAgo = (days: number): string => new Date(now.getTime() - days * 86_400_000).toISOString();
    const rows = [1, 89, 91, 399, 401].map((days) => logged({ workspace_id, at: daysAgo(days) }));
    await writeRequests(database().kysely, rows);
    expect(await sweepRequests(database().kysely, now)).to.equal(4);
    expect((await historyOf(workspace_id)).length).to.equal(2);
    expect((await usageOf(workspace_id)).length).to.equal(4);
  });
});
