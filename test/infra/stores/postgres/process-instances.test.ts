import { expect } from 'chai';
import { sql } from 'kysely';
import { ProcessInstances } from '../../../../infra/stores/postgres/process-instances.ts';
import { useDatabase } from '../../../support/postgres.ts';

describe('the instances of processes in Postgres', () => {
  const database = useDatabase();
  const instances = (): ProcessInstances => new ProcessInstances(database().kysely, () => 0);

  beforeEach(async () => {
    await database().pool.query('truncate process_instance');
  });

  it('frees what a dead worker held without waiting for a fold that touches some of it', async () => {
    await sql`
      insert into process_instance (process, instance, workspace_id, mode, state, revision, wake_at, lane, lease_owner, lease_until)
      select 'p', instance, 'w', 'live', '{}', 1, now(), 'p', 'who died', now() + interval '1 hour'
      from unnest(array['a', 'b', 'c']) as instance`.execute(database().kysely);
    await database()
      .kysely.transaction()
      .execute(async (fold) => {
        await sql`select 1 from process_instance where instance = 'b' for update`.execute(fold);
        expect(await instances().freeDeadLeases()).to.equal(2);
      });
    expect(await instances().freeDeadLeases()).to.equal(1);
    const claimed = await instances().claim('who lives', [{ lane: 'p', room: 10 }], 1000);
    expect(claimed.map(({ instance }) => instance)).to.have.members(['a', 'b', 'c']);
  });
});
