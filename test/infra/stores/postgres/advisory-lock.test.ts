import { once } from 'node:events';
import { expect } from 'chai';
import { sql } from 'kysely';
import { tryLock, waitForLock, type HeldLock } from '../../../../infra/stores/postgres/advisory-lock.ts';
import { useDatabase } from '../../../support/postgres.ts';
import { until } from '../../../support/until.ts';

describe('advisory lock', () => {
  const database = useDatabase({ migrated: false });
  const named = (application_name: string) => ({ ...database().connection, application_name });

  /** The sessions that have asked for a lock and wait, without or with a snapshot. */
  const waiting = async (snapshot: 'free' | 'any' = 'any'): Promise<number> =>
    (
      await sql`
        select 1 from pg_stat_activity where application_name = 'waiter' and query like '%advisory%'
          and (backend_xmin is null or ${snapshot} = 'any')`.execute(database().kysely)
    ).rows.length;

  it('has one holder', async () => {
    const first = await tryLock(named('holder'), 'post-projection');
    expect(await tryLock(named('other'), 'post-projection')).to.equal(undefined);
    const another = await tryLock(named('other'), 'another');
    expect(another).not.to.equal(undefined);
    await first?.release();
    const second = await tryLock(named('other'), 'post-projection');
    expect(second?.lost.aborted).to.equal(false);
    await Promise.all([second?.release(), another?.release()]);
  });

  it('passes to one who waits', async () => {
    const first = await tryLock(named('holder'), 'handed on');
    const second = waitForLock(named('waiter'), 'handed on');
    await until('the second waits', async () => (await waiting()) === 1);
    await first?.release();
    expect((await second)?.lost.aborted).to.equal(false);
    await (await second)?.release();
  });

  it('stops waiting when asked, and leaves the queue', async () => {
    const first = await tryLock(named('holder'), 'never');
    const stop = new AbortController();
    const second = waitForLock(named('waiter'), 'never', { signal: stop.signal });
    await until('the second waits', async () => (await waiting()) === 1);
    stop.abort();
    expect(await second).to.equal(undefined);
    await until('the server has noticed', async () => (await waiting()) === 0);
    await first?.release();
  });

  it('lets vacuum remove what is updated while one waits', async () => {
    const first = await tryLock(named('holder'), 'long');
    const second = waitForLock(named('waiter'), 'long');
    await until('the second waits, and keeps no snapshot', async () => (await waiting('free')) === 1);
    await first?.release();
    await (await second)?.release();
  });

  it('is taken by one of several that wait, and then by the next', async () => {
    const first = await tryLock(named('holder'), 'many');
    const taken: HeldLock[] = [];
    const all = Array.from({ length: 5 }, async () => {
      const lock = await waitForLock(named('waiter'), 'many');
      if (lock) taken.push(lock);
    });
    await first?.release();
    for (let count = 1; count <= all.length; count++) {
      await until(`${count} have had it`, () => taken.length === count);
      await taken.at(-1)?.release();
    }
    await Promise.all(all);
  });

  it('reports that it is lost', async () => {
    const lock = await tryLock(named('holder'), 'lost');
    const lost = lock ? once(lock.lost, 'abort') : undefined;
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'holder'`.execute(
      database().kysely,
    );
    await lost;
    const next = await waitForLock(named('other'), 'lost');
    expect(next?.lost.aborted).to.equal(false);
    await Promise.all([next?.release(), lock?.release()]);
  });

  it('is lost by a holder that falls silent although its socket stays open', async () => {
    // No heartbeat comes before the limit, as from a process that is stopped.
    const silent = await tryLock(named('holder'), 'silent', { heartbeatMs: 60_000, silenceLimitMs: 300 });
    const next = await waitForLock(named('waiter'), 'silent');
    expect(next?.lost.aborted).to.equal(false);
    await until('the silent holder knows', () => silent?.lost.aborted === true);
    await Promise.all([next?.release(), silent?.release()]);
  });

  it('is kept by a heartbeat, which the server hears within the limit of silence', async () => {
    // The answer to a heartbeat has as long as the next one takes.
    const holder = await tryLock(named('holder'), 'alive', { heartbeatMs: 500 });
    const heard = async (): Promise<string | undefined> =>
      (
        await sql<{ at: string }>`
          select query_start::text as at from pg_stat_activity where application_name = 'holder'`.execute(
          database().kysely,
        )
      ).rows[0]?.at;
    for (let beats = 0; beats < 3; beats++) {
      const last = await heard();
      await until('a heartbeat is heard', async () => (await heard()) !== last);
    }
    expect(holder?.lost.aborted).to.equal(false);
    await holder?.release();
  });
});
