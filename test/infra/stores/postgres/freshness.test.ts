import { expect } from 'chai';
import { sql, type Kysely } from 'kysely';
import { Freshness } from '../../../../infra/stores/postgres/freshness.ts';
import { openNotifications, type Notifications } from '../../../../infra/stores/postgres/listen.ts';
import { moveCheckpoints, readCheckpoints } from '../../../../projections/kernel/checkpoint.ts';
import { projectionOf } from '../../../../projections/authoring/projection-of.ts';
import { dropBuild, startBuild, switchTo, type Build } from '../../../../projections/kernel/read-models.ts';
import { useDatabase } from '../../../support/postgres.ts';
import { until } from '../../../support/until.ts';

const projection = (name: string) =>
  projectionOf<{ id: string }>({
    name,
    version: 1,
    description: 'Nothing much.',
    table: { columns: { id: 'text' }, key: 'id' },
    on: {},
  });

describe('freshness', () => {
  const database = useDatabase();

  // A block of its own: its clean-up has to come before the database goes.
  describe('of read models', () => {
    let notifications: Notifications;
    let freshness: Freshness;
    const faults: unknown[] = [];
    let db: Kysely<unknown>;
    const builds: Record<string, Build> = {};

    before(async () => {
      db = database().kysely as Kysely<unknown>;
      for (const name of ['notes', 'tags']) builds[name] = await startBuild(projection(name), db);
      notifications = openNotifications(database().connection);
      freshness = await Freshness.open({ database: database(), notifications, onFault: (error) => faults.push(error) });
    });
    after(async () => {
      await freshness.close();
      await notifications.close();
      expect(faults).to.deep.equal([]);
    });

    const move = async (subscribers: string[], commit: bigint): Promise<void> => {
      const from = (await readCheckpoints(db)).get(subscribers[0] ?? '')?.position;
      if (!from) throw new Error(`${subscribers[0]} has no checkpoint`);
      await db
        .transaction()
        .execute((tx) => moveCheckpoints(subscribers, { from, to: { commit, prepare: commit } }, tx));
    };

    it('answers at once where the read models have come far enough', async () => {
      await move(['notes#1', 'tags#1'], 100n);
      expect(await freshness.wait(['notes', 'tags'], 100n, 5000)).to.equal(true);
      expect(freshness.wait(['notes'], 100n, 0)).to.equal(true);
      expect(freshness.wait([], 10n ** 18n, 0)).to.equal(true);
    });

    it('waits until the last of them has', async () => {
      const both = freshness.wait(['notes', 'tags'], 200n, 10_000);
      let settled = false;
      void Promise.resolve(both).then(() => (settled = true));
      await move(['notes#1'], 250n);
      expect(await freshness.wait(['notes'], 200n, 10_000)).to.equal(true);
      expect(settled).to.equal(false);
      await move(['tags#1'], 200n);
      expect(await both).to.equal(true);
    });

    it('waits for an honest position after one beyond the end of the log', async () => {
      const at = (await readCheckpoints(db)).get('notes#1')?.position.commit ?? 0n;
      expect(await freshness.wait(['notes'], 10n ** 18n, 50)).to.equal(false);
      expect(freshness.wait(['notes'], 10n ** 18n, 5_000)).to.equal(false);
      const honest = freshness.wait(['notes'], at + 10n, 10_000);
      await move(['notes#1'], at + 10n);
      expect(await honest).to.equal(true);
    });

    it('gives up when the time is over, and then waits no more for a consumer that makes no progress', async () => {
      const started = performance.now();
      expect(await freshness.wait(['notes'], 1000n, 100)).to.equal(false);
      expect(performance.now() - started).to.be.within(90, 5000);
      expect(freshness.wait(['notes'], 1000n, 60_000)).to.equal(false);
      const other = freshness.wait(['tags'], 1000n, 60_000);
      await move(['notes#1'], 500n);
      await until('it is waited for again', () => freshness.wait(['notes'], 400n, 0) === true);
      const again = freshness.wait(['notes'], 1000n, 60_000);
      await move(['notes#1'], 1000n);
      await move(['tags#1'], 1000n);
      expect([await again, await other]).to.deep.equal([true, true]);
    });

    it('does not know a read model that is not there', async () => {
      expect(await freshness.wait(['nothing'], 1n, 10)).to.equal(false);
    });

    it('goes by the build readers see, before and after a switch', async () => {
      const next = await startBuild({ ...projection('notes'), version: 2 }, db);
      await move(['notes#2'], 5000n);
      const waiting = freshness.wait(['notes', 'tags'], 4000n, 10_000);
      let settled = false;
      void Promise.resolve(waiting).then(() => (settled = true));
      await move(['tags#1'], 4000n);
      expect(await freshness.wait(['tags'], 4000n, 10_000)).to.equal(true);
      expect(settled).to.equal(false);
      await switchTo({ ...projection('notes'), version: 2 }, next, db);
      expect(await waiting).to.equal(true);
      await dropBuild(builds['notes'] as Build, db);
    });

    it('looks for itself after the connection broke', async () => {
      const waiting = freshness.wait(['tags'], 9000n, 10_000);
      await sql`update checkpoint set "commit" = 9000 where subscriber = 'tags#1'`.execute(db);
      await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where query ilike 'listen %' and pid <> pg_backend_pid() and datname = current_database()`.execute(db);
      expect(await waiting).to.equal(true);
    });
  });
});
