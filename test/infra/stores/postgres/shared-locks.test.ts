import { once } from 'node:events';
import { expect } from 'chai';
import { sql } from 'kysely';
import { SharedLocks } from '../../../../infra/stores/postgres/shared-locks.ts';
import { useDatabase } from '../../../support/postgres.ts';
import { until } from '../../../support/until.ts';

describe('locks that share a session', () => {
  const database = useDatabase({ migrated: false });
  const locksOf = (application_name: string) => new SharedLocks({ ...database().connection, application_name });
  const sessionsOf = async (name: string): Promise<number> =>
    (await sql`select 1 from pg_stat_activity where application_name = ${name}`.execute(database().kysely)).rows.length;
  const names = Array.from({ length: 30 }, (_, index) => `account ${index}`);

  it('occupy one session for any number of locks, and none a moment after the last', async () => {
    const locks = locksOf('many');
    const held = await Promise.all(names.map((name) => locks.take(name)));
    expect(await sessionsOf('many')).to.equal(1);
    await Promise.all(held.map((lock) => lock.release()));
    await until('the session has ended', async () => (await sessionsOf('many')) === 0);
    const again = await locks.take('account 0');
    expect(again.lost.aborted).to.equal(false);
    await again.release();
  });

  it('are waited for where another process has them, and hold up no other', async () => {
    const [one, other] = [locksOf('one'), locksOf('other')];
    const first = await one.take('contended');
    let passed = false;
    const second = other.take('contended').then((lock) => ((passed = true), lock));
    await (await other.take('free')).release();
    expect(passed).to.equal(false);
    await first.release();
    await (await second).release();
  });

  it('are all lost with their session, and the next one is on a new session', async () => {
    const locks = locksOf('broken');
    const held = [await locks.take('first'), await locks.take('second')];
    const lost = held.map((lock) => once(lock.lost, 'abort'));
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'broken'`.execute(
      database().kysely,
    );
    await Promise.all(lost);
    const next = await locks.take('first');
    expect(next.lost.aborted).to.equal(false);
    await Promise.all([...held, next].map((lock) => lock.release()));
    await (await locksOf('after').take('first')).release();
  });
});
