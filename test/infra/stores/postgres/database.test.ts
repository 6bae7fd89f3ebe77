import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket, connect } from 'node:net';
import { expect } from 'chai';
import { sql, type Kysely } from 'kysely';
import { openDatabase, type Database, type NoTables } from '../../../../infra/stores/postgres/database.ts';
import { DatabaseUnavailable } from '../../../../infra/stores/postgres/unavailable.ts';
import { useDatabase } from '../../../support/postgres.ts';
import { until } from '../../../support/until.ts';

/** A way to Postgres that can be cut: connections are refused or broken while it is down. */
const cuttable = async (url: string) => {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined).on('close', () => (sockets.delete(from), to.destroy()));
      from.pipe(to);
    }
  });
  const up = async (port = 0) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await up();
  const through = new URL(url);
  through.port = String(port);
  return {
    url: through.href,
    up: () => up(port),
    down: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};

describe('database', () => {
  const database = useDatabase({ migrated: false });

  it('sees only its own schema and reports its name', async () => {
    const { rows } = await sql<{ schema: string; name: string; timeout: string }>`
      select current_schema() as schema, current_setting('application_name') as name,
             current_setting('statement_timeout') as timeout`.execute(database().kysely);
    expect(rows).to.deep.equal([{ schema: database().schema, name: 'tests', timeout: '30s' }]);
  });

  it('sets a connection up before it is used', async () => {
    const { rows } = await sql<{ mode: string }>`
      select current_setting('plan_cache_mode') as mode`.execute(database().kysely);
    expect(rows).to.deep.equal([{ mode: 'force_custom_plan' }]);
  });

  it('gives days and moments as text, as events have them', async () => {
    const { rows } = await sql`select date '2026-03-29' as day, timestamptz '2026-03-29T01:30:00Z' as at`.execute(
      database().kysely,
    );
    expect(rows).to.deep.equal([{ day: '2026-03-29', at: '2026-03-29T01:30:00.000Z' }]);
  });

  it('ends a statement that takes too long, and continues', async () => {
    const short = openDatabase({
      url: database().url,
      applicationName: 'short',
      statementTimeoutMs: 50,
      connections: 1,
    });
    const late = await sql`select pg_sleep(20)`.execute(short.kysely).catch((fault: unknown) => fault);
    expect(late).to.have.property('code', '57014');
    expect((await sql`select 1 as one`.execute(short.kysely)).rows).to.deep.equal([{ one: 1 }]);
    await short.close();
  });

  it('survives a server that ends its connections, idle or busy', async () => {
    const faults: Error[] = [];
    const mine = openDatabase({
      url: database().url,
      applicationName: 'victim',
      onIdleFault: (fault) => faults.push(fault),
    });
    await sql`select 1`.execute(mine.kysely);
    const kill = () => sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'victim'`;
    await kill().execute(database().kysely);
    await until('the pool has noticed', () => faults.length > 0);
    expect((await sql`select 1 as one`.execute(mine.kysely)).rows).to.deep.equal([{ one: 1 }]);
    const busy = sql`select pg_sleep(20)`.execute(mine.kysely).catch((fault: unknown) => fault);
    let ended = 0;
    while (ended === 0) {
      const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'victim' and query like '%pg_sleep%' and state = 'active'`.execute(database().kysely);
      ended = rows.length;
    }
    expect(await busy).to.be.instanceOf(DatabaseUnavailable);
    expect((await sql`select 2 as two`.execute(mine.kysely)).rows).to.deep.equal([{ two: 2 }]);
    await mine.close();
  });

  it('waits a bounded time for a server that is away, then reports that it is unavailable', async () => {
    const way = await cuttable(database().url);
    await way.down();
    const mine = openDatabase({ url: way.url, applicationName: 'cut', connectWithinMs: 200 });
    const began = performance.now();
    const away = await sql`select 1`.execute(mine.kysely).catch((fault: unknown) => fault);
    expect(away).to.be.instanceOf(DatabaseUnavailable).with.property('code', 'SERVICE_UNAVAILABLE');
    expect(performance.now() - began).to.be.within(100, 5000);
    await mine.close();

    const waiting = openDatabase({ url: way.url, applicationName: 'cut', connectWithinMs: 10_000 });
    const answer = sql`select 1 as one`.execute(waiting.kysely);
    await way.up();
    expect((await answer).rows).to.deep.equal([{ one: 1 }]);
    await waiting.close();
    await way.down();
  });

  it('passes errors of a statement on', async () => {
    const wrong = await sql`select nothing`.execute(database().kysely).catch((fault: unknown) => fault);
    expect(wrong).not.to.be.instanceOf(DatabaseUnavailable);
    expect(wrong).to.have.property('code', '42703');
  });

  describe('statements that are used often', () => {
    /** One connection, so that each use meets the same session. */
    const single = () => openDatabase({ url: database().url, applicationName: 'single', connections: 1 });

    it('are parsed once a connection, and planned for their own values', async () => {
      const mine = single();
      for (let n = 0; n < 7; n++) await sql`select ${n}::int as n`.execute(mine.kysely);
      const { rows } = await sql`select statement, generic_plans::int as generic, custom_plans::int as custom
        from pg_prepared_statements`.execute(mine.kysely);
      await mine.close();
      expect(rows).to.deep.equal([{ statement: 'select $1::int as n', generic: 0, custom: 3 }]);
    });

    /** Uses a statement until it is prepared, changes what it reads, and answers the session before and the one after. */
    const sessionsAround = async (mine: Database, read: () => Promise<unknown>, change: () => Promise<unknown>) => {
      const session = async () =>
        (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(mine.kysely)).rows[0]?.pid;
      for (let n = 0; n < 6; n++) await read();
      const before = await session();
      await change();
      const answer = await read();
      return { answer, isNew: (await session()) !== before };
    };

    it('answer, and then by a new connection, after a migration has changed their columns', async () => {
      const mine = single();
      await sql`create table widening (a int)`.execute(mine.kysely);
      const read = async () => (await sql`select * from widening`.execute(mine.kysely)).rows;
      const around = await sessionsAround(mine, read, async () => {
        await sql`alter table widening add column b int`.execute(mine.kysely);
        await sql`insert into widening values (1, 2)`.execute(mine.kysely);
      });
      expect(around).to.deep.equal({ answer: [{ a: 1, b: 2 }], isNew: true });
      await mine.close();
    });

    it('answer likewise after the view was replaced whose row type they name', async () => {
      const mine = single();
      const point = async (): Promise<void> => {
        await sql`drop view if exists pointing`.execute(mine.kysely);
        await sql`create view pointing as select 1 as a`.execute(mine.kysely);
      };
      await point();
      const read = async () =>
        (await sql`select * from json_populate_recordset(null::pointing, ${'[{"a":7}]'}::json)`.execute(mine.kysely))
          .rows;
      expect(await sessionsAround(mine, read, point)).to.deep.equal({ answer: [{ a: 7 }], isNew: true });
      await mine.close();
    });

    it('end the transaction that they are in, as any fault does', async () => {
      const mine = single();
      await sql`create table growing (a int)`.execute(mine.kysely);
      const read = (db: Kysely<NoTables>) => sql`select * from growing`.execute(db);
      for (let n = 0; n < 6; n++) await read(mine.kysely);
      await sql`alter table growing add column b int`.execute(mine.kysely);
      const transaction = mine.kysely.transaction().execute(async (tx) => {
        await sql`insert into growing values (1, 2)`.execute(tx);
        return read(tx);
      });
      expect(await transaction.catch((fault: unknown) => fault)).to.be.instanceOf(DatabaseUnavailable);
      expect((await read(mine.kysely)).rows).to.deep.equal([]);
      await mine.close();
    });
  });
});
