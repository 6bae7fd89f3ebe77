import { expect } from 'chai';
import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { writeEndpoint } from '../../../../commands/kernel/endpoint.ts';
import { Id } from '../../../../read-api/contract/fields.ts';
import { StoreUnavailable } from '../../../../domain/kernel/event-store.ts';
import { Refused } from '../../../../domain/kernel/refused.ts';
import { timeOfId } from '../../../../domain/kernel/ids.ts';
import type { Clock } from '../../../../infra/edge/http/authenticate.ts';
import { Idempotency } from '../../../../infra/edge/http/idempotency.ts';
import { IdempotencyRecords } from '../../../../infra/stores/postgres/idempotency-records.ts';
import { ProcessName } from '../../../../infra/stores/postgres/process-name.ts';
import { Keyring } from '../../../../infra/stores/secrets/keyring.ts';
import { freshId, startEdge } from '../../../support/edge.ts';
import { useDatabase } from '../../../support/postgres.ts';
import { until } from '../../../support/until.ts';
import { note, strikeNote, writeNote } from '../../../support/note.ts';

const keyring = new Keyring([['test', randomBytes(32)]]);

/** A gate in an endpoint: requests wait in it until the test lets them go on, or makes them fail. */
let waiting: ((outcome?: unknown) => void)[] = [];
const slowNote = writeEndpoint({
  ...writeNote,
  path: '/v1/accounts',
  id: 'slowNote',
  body: z.object({ text: z.string() }),
  run: async ({ body }, { newId, handle }) => {
    const id = newId('note');
    await new Promise<void>((resolve, reject) =>
      waiting.push((error) => (error === undefined ? resolve() : reject(error as Error))),
    );
    const { state, appended } = await handle(note, id, { type: 'write', text: body.text });
    return { body: { id, text: state?.text, appended } };
  },
});
const publishNote = writeEndpoint({
  method: 'POST',
  path: '/v1/posts/:id/publish',
  id: 'publishNote',
  summary: 'Strikes a note out, by POST',
  params: z.object({ id: Id }),
  run: strikeNote.run as never,
});

const secretNote = writeEndpoint({
  ...writeNote,
  path: '/v1/media/import',
  id: 'secretNote',
  body: z.object({ text: z.string() }),
  storesAnswer: false,
});

describe('idempotency keys', () => {
  const database = useDatabase();
  let now = Date.now();
  let testAheadMs = 0;
  const clock: Clock = (mode) => now + (mode === 'test' ? testAheadMs : 0);
  let edge: Awaited<ReturnType<typeof startEdge>>;
  let idempotency: Idempotency;
  let token: string;
  const faults: unknown[] = [];
  const opened: Idempotency[] = [];
  const another = (): Idempotency => {
    const onFault = (error: unknown) => faults.push(error);
    const each = new Idempotency({ database: database(), keyring, onFault, clock });
    opened.push(each);
    return each;
  };

  before(async () => {
    idempotency = another();
    edge = await startEdge({ writes: [writeNote, slowNote, publishNote, secretNote], ports: { idempotency } });
    token = edge.credentials.addKey().secret;
  });
  afterEach(() => {
    waiting = [];
    faults.length = 0;
  });
  after(async () => {
    await edge.stop();
    for (const each of opened) await each.close();
  });

  const post = (key: string, text = 'hello', path = '/v1/posts', as = token) =>
    edge.send(`POST ${path}`, { token: as, body: { text }, headers: { 'idempotency-key': key } });
  const freshKey = () => randomBytes(8).toString('hex');

  it('give the same answer again, and say so', async () => {
    const key = freshKey();
    const first = await post(key);
    const events = edge.store.log.length;
    const second = await post(key);
    expect(first.status).to.equal(201);
    expect(first.headers.has('idempotent-replayed')).to.equal(false);
    expect([second.status, second.body]).to.deep.equal([201, first.body]);
    expect(second.headers.get('idempotent-replayed')).to.equal('true');
    expect(second.headers.get('x-position')).to.equal(first.headers.get('x-position'));
    expect(second.headers.get('content-type')).to.equal(first.headers.get('content-type'));
    expect(edge.store.log.length).to.equal(events);
  });

  it('carry out one of fifty parallel requests', async () => {
    const key = freshKey();
    const before = edge.store.log.length;
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(key)));
    expect(edge.store.log.length).to.equal(before + 1);
    for (const { status, body, headers } of answers) {
      if (status === 201) continue;
      expect([status, body.error.code]).to.deep.equal([409, 'CONFLICT']);
      expect(body.error.details.idempotencyCode).to.equal('IN_PROGRESS');
      expect(headers.get('retry-after')).to.equal('2');
    }
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.id)).size).to.equal(1);
    const again = await Promise.all(Array.from({ length: 20 }, () => post(key)));
    expect(again.map(({ status }) => status)).to.deep.equal(Array.from({ length: 20 }, () => 201));
  });

  it('carry out one of many in several processes', async () => {
    const key = freshKey();
    const second = await startEdge({
      writes: [writeNote],
      ports: { idempotency: another(), directory: edge.credentials },
    });
    const third = await startEdge({
      writes: [writeNote],
      ports: { idempotency: another(), directory: edge.credentials },
    });
    try {
      const headers = { 'idempotency-key': key };
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          ([edge, second, third][index % 3] ?? edge).send('POST /v1/posts', { token, body: { text: 'x' }, headers }),
        ),
      );
      const ids = answers.filter(({ status }) => status === 201).map(({ body }) => body.id as string);
      expect(new Set(ids).size).to.equal(1);
      const stream = `note-${ids[0]}`;
      const written = [edge, second, third].flatMap(({ store }) =>
        store.log.filter((event) => event.stream === stream),
      );
      expect(written.length).to.equal(1);
    } finally {
      await second.stop();
      await third.stop();
    }
  });

  it('refuse another body under the same key, also while the first is under way', async () => {
    const key = freshKey();
    await post(key, 'one');
    const other = await post(key, 'two');
    expect([other.status, other.body.error.details.idempotencyCode]).to.deep.equal([409, 'CONFLICT']);

    const slow = freshKey();
    const first = post(slow, 'one', '/v1/accounts');
    await until('the first is under way', () => waiting.length === 1);
    const meanwhile = await post(slow, 'two', '/v1/accounts');
    expect([meanwhile.status, meanwhile.body.error.details.idempotencyCode]).to.deep.equal([409, 'CONFLICT']);
    waiting[0]?.();
    expect((await first).status).to.equal(201);
  });

  it('belong to a workspace and a route', async () => {
    const key = freshKey();
    const mine = await post(key);
    const theirs = await post(key, 'hello', '/v1/posts', edge.credentials.addKey().secret);
    expect([theirs.status, theirs.headers.has('idempotent-replayed')]).to.deep.equal([201, false]);
    const elsewhere = await post(key, 'hello', `/v1/posts/${mine.body.id}/publish`);
    expect([elsewhere.status, elsewhere.headers.has('idempotent-replayed')]).to.deep.equal([204, false]);
  });

  it('belong to the caller: another key or person of the workspace gets no answer of theirs', async () => {
    const key = freshKey();
    const mine = edge.credentials.addKey();
    const first = await post(key, 'hello', '/v1/posts', mine.secret);
    const events = edge.store.log.length;
    const colleague = edge.credentials.addKey({ workspaceId: mine.workspaceId });
    const person = edge.credentials.addPerson(mine.workspaceId);
    for (const other of [colleague.secret, person.token]) {
      const answer = await post(key, 'hello', '/v1/posts', other);
      expect([answer.status, answer.body.error.details.idempotencyCode]).to.deep.equal([409, 'CONFLICT']);
    }
    expect(edge.store.log.length).to.equal(events);
    expect((await post(key, 'hello', '/v1/posts', mine.secret)).body).to.deep.equal(first.body);
  });

  it('carry a request whose answer is not stored out again as the same command', async () => {
    const key = freshKey();
    const first = await post(key, 'a secret', '/v1/media/import');
    const events = edge.store.log.length;
    const second = await post(key, 'a secret', '/v1/media/import');
    expect([second.status, second.body]).to.deep.equal([201, first.body]);
    expect(edge.store.log.length, 'nothing is written twice').to.equal(events);
    const { rows } = await sql<{ sealed_body: Buffer | null }>`
      select sealed_body from idempotency_record where key = ${key}`.execute(database().kysely);
    expect(rows).to.deep.equal([{ sealed_body: null }]);
    expect((await post(key, 'another text', '/v1/media/import')).status).to.equal(409);
  });

  it('keep no answer of a workspace in which a person was erased, and stay the same command', async () => {
    const [mine, other] = [edge.credentials.addKey(), edge.credentials.addKey()];
    const [key, theirs] = [freshKey(), freshKey()];
    const first = await post(key, 'hello', '/v1/posts', mine.secret);
    await post(theirs, 'hello', '/v1/posts', other.secret);
    const events = edge.store.log.length;
    await new IdempotencyRecords(database().kysely).forgetAnswers(mine.workspaceId);
    const { rows } = await sql<{ key: string }>`
      select key from idempotency_record where key in (${key}, ${theirs}) and sealed_body is not null`.execute(
      database().kysely,
    );
    expect(rows).to.deep.equal([{ key: theirs }]);
    const again = await post(key, 'hello', '/v1/posts', mine.secret);
    expect([again.status, again.body, edge.store.log.length]).to.deep.equal([201, first.body, events]);
  });

  it('replay answers without a body', async () => {
    const { body } = await post(freshKey());
    const key = freshKey();
    const path = `/v1/posts/${body.id}/publish`;
    expect((await post(key, '', path)).status).to.equal(204);
    const again = await post(key, '', path);
    expect(again).to.include({ status: 204, body: undefined });
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
  });

  it('replay refusals, but do not keep what was wrong with the request itself', async () => {
    const key = freshKey();
    const path = `/v1/posts/${freshId()}/publish`;
    const refused = await post(key, '', path);
    const again = await post(key, '', path);
    expect([refused.status, again.status]).to.deep.equal([404, 404]);
    expect(again.body).to.deep.equal(refused.body);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');

    const invalid = freshKey();
    expect((await post(invalid, '')).status).to.equal(400);
    expect((await post(invalid, 'better')).status).to.equal(201);
  });

  it('have 1 to 255 printable characters without spaces', async () => {
    for (const key of ['', 'a b', 'a\tb', 'x'.repeat(256), 'ä']) {
      const { status, body } = await post(key);
      expect([status, body.error.code], key).to.deep.equal([400, 'BAD_REQUEST']);
      expect(body.error.details.idempotencyCode).to.equal('INVALID_KEY');
    }
    expect((await post(`~!"#%&'()/${'x'.repeat(245)}`)).status).to.equal(201);
  });

  it('are never carried out twice while their process lives, whatever the time', async () => {
    const key = freshKey();
    const other = another();
    const second = await startEdge({ writes: [slowNote], ports: { idempotency: other, directory: edge.credentials } });
    const headers = { 'idempotency-key': key };
    try {
      const first = post(key, 'patience', '/v1/accounts');
      await until('the first is under way', () => waiting.length === 1);
      now += 30 * 60 * 60_000;
      for (const at of [edge, second]) {
        const { status, body } = await at.send('POST /v1/accounts', { token, body: { text: 'patience' }, headers });
        expect([status, body.error.details.idempotencyCode]).to.deep.equal([409, 'IN_PROGRESS']);
      }
      expect(waiting.length).to.equal(1);
      now -= 30 * 60 * 60_000;
      waiting[0]?.();
      const done = await first;
      const replayed = await second.send('POST /v1/accounts', { token, body: { text: 'patience' }, headers });
      expect([replayed.status, replayed.body]).to.deep.equal([201, done.body]);
    } finally {
      await second.stop();
    }
  });

  it('pass to another when their process dies, as the same command with the same ids', async () => {
    const key = freshKey();
    const other = another();
    const dying = await startEdge({
      writes: [slowNote],
      ports: { idempotency: other, directory: edge.credentials },
      closeWithinMs: 10,
    });
    const headers = { 'idempotency-key': key };
    const body = { text: 'survives' };
    const cut = dying.send('POST /v1/accounts', { token, body, headers }).catch((error: Error) => error);
    await until('the first is under way', () => waiting.length === 1);
    // What the server sees of a process that dies is the end of its session.
    await sql`
      select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
        and objid = (select (hashtextextended(current_schema() || ':idempotency/' || owner, 0) & 4294967295)::oid
          from idempotency_record where key = ${key})`.execute(database().kysely);
    await until('its name is free', async () => {
      const again = edge.send('POST /v1/accounts', { token, body, headers });
      await Promise.race([again, until('taken over', () => waiting.length === 2)]);
      if (waiting.length < 2) return false;
      waiting[1]?.();
      const taken = await again;
      waiting[0]?.();
      const late = await cut;
      expect(taken.status).to.equal(201);
      expect('body' in late && late.body.id).to.equal(taken.body.id);
      return true;
    });
    await dying.stop();
  });

  it('are free again after a fault of ours, for the same command', async () => {
    const key = freshKey();
    const first = post(key, 'again', '/v1/accounts');
    await until('it is under way', () => waiting.length === 1);
    waiting[0]?.(new StoreUnavailable('away'));
    expect((await first).status).to.equal(503);
    const { rows } = await sql<{ command_id: string; asked_at: string }>`
      select command_id, asked_at from idempotency_record where key = ${key}`.execute(database().kysely);
    now += 60_000;
    const second = post(key, 'again', '/v1/accounts');
    await until('it is under way again', () => waiting.length === 2);
    const meanwhile = await post(key, 'something else', '/v1/accounts');
    expect(meanwhile.body.error.details.idempotencyCode).to.equal('CONFLICT');
    waiting[1]?.();
    const { status, body } = await second;
    expect(status).to.equal(201);
    const event = edge.store.log.find(({ stream }) => stream === `note-${body.id}`);
    expect(event?.meta.$causationId).to.equal(rows[0]?.command_id);
    expect(timeOfId(body.id)).to.equal(Date.parse(rows[0]?.asked_at ?? ''));
  });

  it('are free again when the rate of a platform was exceeded', async () => {
    const key = freshKey();
    const first = post(key, 'later', '/v1/accounts');
    await until('it is under way', () => waiting.length === 1);
    waiting[0]?.(new Refused('RATE_LIMITED', 'later', { retryAfterSeconds: 1 }));
    expect((await first).status).to.equal(429);
    const second = post(key, 'later', '/v1/accounts');
    await until('it is under way again', () => waiting.length === 2);
    waiting[1]?.();
    expect((await second).status).to.equal(201);
  });

  it('answer success although the record cannot be written, and recognise the command afterwards', async () => {
    const key = freshKey();
    const first = post(key, 'kept', '/v1/accounts');
    await until('it is under way', () => waiting.length === 1);
    await sql`alter table idempotency_record rename to idempotency_away`.execute(database().kysely);
    waiting[0]?.();
    const done = await first;
    await sql`alter table idempotency_away rename to idempotency_record`.execute(database().kysely);
    expect(done.status).to.equal(201);
    expect(faults.length).to.equal(1);
    const again = post(key, 'kept', '/v1/accounts');
    await until('it is asked again', () => waiting.length === 2);
    waiting[1]?.();
    expect((await again).body).to.deep.equal({ ...done.body, appended: 0 });
  });

  it('are forgotten after 24 hours', async () => {
    const key = freshKey();
    const first = await post(key);
    now += 24 * 60 * 60_000;
    const next = await post(key, 'another body');
    expect([next.status, next.headers.has('idempotent-replayed')]).to.deep.equal([201, false]);
    expect(next.body.id).not.to.equal(first.body.id);
    await post(freshKey());
    now += 24 * 60 * 60_000 + 1;
    await idempotency.sweep();
    const { rows } = await sql`select 1 from idempotency_record where owner is null`.execute(database().kysely);
    expect(rows.length).to.equal(0);
  });

  it('of a test workspace are forgotten after 24 hours of the test clock, others are not', async () => {
    const [key, live] = [freshKey(), edge.credentials.addKey({ mode: 'live' }).secret];
    const [first, ofLive] = [await post(key), await post(key, 'hello', '/v1/posts', live)];
    try {
      testAheadMs += 24 * 60 * 60_000 - 1000;
      expect((await post(key)).body).to.deep.equal(first.body);
      testAheadMs += 2000;
      const second = await post(key, 'another body');
      expect([second.status, second.headers.has('idempotent-replayed')]).to.deep.equal([201, false]);
      expect(second.body.id).not.to.equal(first.body.id);
      expect((await post(key, 'another body')).body, 'the new record lasts').to.deep.equal(second.body);
      expect((await post(key, 'hello', '/v1/posts', live)).body).to.deep.equal(ofLive.body);
    } finally {
      testAheadMs = 0;
    }
  });

  it('are forgotten after 24 hours also where their process died, never where it lives', async () => {
    const ownerless = async () =>
      (await sql<{ key: string }>`select key from idempotency_record order by key`.execute(database().kysely)).rows;
    now += 24 * 60 * 60_000 + 1;
    await idempotency.sweep();
    expect(await ownerless()).to.deep.equal([]);
    const insert = (key: string, owner: string) => sql`
      insert into idempotency_record (workspace_id, route, key, body_hash, command_id, asked_at, owner)
      values ('w', 'r', ${key}, ${Buffer.from('b')}, ${key}, ${new Date(now).toISOString()}, ${owner})`;
    const living = new ProcessName(database().connection, 'idempotency');
    await insert('of the dead', randomUUID()).execute(database().kysely);
    await insert('of the living', await living.current()).execute(database().kysely);
    await idempotency.sweep();
    expect((await ownerless()).length, 'their day is not over').to.equal(2);
    now += 24 * 60 * 60_000 + 1;
    await idempotency.sweep();
    expect(await ownerless()).to.deep.equal([{ key: 'of the living' }]);
    await living.release();
    await idempotency.sweep();
    expect(await ownerless()).to.deep.equal([]);
  });

  it('keep no answer in clear text', async () => {
    await post(freshKey(), 'shown only once');
    const { rows } = await sql<object>`select * from idempotency_record`.execute(database().kysely);
    expect(rows.length).to.be.greaterThan(0);
    const bytes = rows
      .flatMap((row) => Object.values(row))
      .map((value) => (value instanceof Buffer ? value : Buffer.from(JSON.stringify(value))));
    for (const value of bytes) expect(value.includes('shown only once')).to.equal(false);
  });
});
