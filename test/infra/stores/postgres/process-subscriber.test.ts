import { expect } from 'chai';
import { sql } from 'kysely';
import type { Recorded } from '../../../../domain/kernel/event.ts';
import { ProcessSubscriber } from '../../../../infra/stores/postgres/process-subscriber.ts';
import type { ProcessManager } from '../../../../processes/kernel/process.ts';
import { listParked } from '../../../../projections/kernel/parking.ts';
import { event } from '../../../../projections/authoring/projection-spec.ts';
import { useDatabase } from '../../../support/postgres.ts';

const scheduled = (id: string, workspaceId: string): Recorded =>
  event('PostScheduled', { scheduledFor: '2026-03-01T10:00:00.000Z' }, { stream: `post-${id}`, workspaceId });
const deleted = (workspaceId: string): Recorded =>
  event('WorkspaceDeleted', { deletedBy: 'u' }, { stream: `workspace-${workspaceId}`, workspaceId });

/** Cannot take in a post whose id begins with `bad`. */
const manager: ProcessManager = {
  name: 'p',
  description: 'Remembers posts.',
  handles: ['PostScheduled'],
  instancesOf: ({ stream }) => [stream],
  evolve: (_, { stream }) => {
    if (stream.startsWith('post-bad')) throw new Error('cannot be understood');
    return { stream };
  },
  next: () => ({ at: '2026-03-01T10:00:00.000Z', action: {} }),
};

describe('a process that follows the log into Postgres, and the end of a workspace', () => {
  const database = useDatabase();
  const subscriber = new ProcessSubscriber(manager);

  beforeEach(async () => {
    await database().pool.query('truncate process_instance, parked');
  });

  const inTransaction = (how: 'apply' | 'applyParking', events: readonly Recorded[]): Promise<void> =>
    database()
      .kysely.transaction()
      .execute((tx) => subscriber[how](events, tx));

  const left = async () => {
    const { rows } = await sql<{ instance: string }>`select instance from process_instance order by instance`.execute(
      database().kysely,
    );
    const parked = (await listParked(database().kysely)).map(({ key }) => key);
    return { instances: rows.map(({ instance }) => instance), parked: parked.sort() };
  };

  it('hears of it, whatever the process handles', () => {
    expect([...subscriber.handles]).to.include.members(['PostScheduled', 'WorkspaceDeleted', 'WorkspaceErased']);
    const cleaner = new ProcessSubscriber({ ...manager, outlivesWorkspace: () => true });
    expect([...cleaner.handles]).to.deep.equal(['PostScheduled']);
  });

  for (const how of ['apply', 'applyParking'] as const) {
    it(`removes all that the workspace has, parked instances too, and nothing of another: ${how}`, async () => {
      const of = (workspaceId: string) => [
        scheduled(`${workspaceId}1`, workspaceId),
        scheduled(`bad-${workspaceId}`, workspaceId),
        scheduled(`${workspaceId}2`, workspaceId),
      ];
      await inTransaction(how, [...of('w'), ...of('other')]);
      expect(await left()).to.deep.equal({
        instances: ['post-other1', 'post-other2', 'post-w1', 'post-w2'],
        parked: ['post-bad-other', 'post-bad-w'],
      });
      await inTransaction(how, [scheduled('w3', 'w'), scheduled('bad-w3', 'w'), deleted('w'), scheduled('w4', 'w')]);
      expect(await left()).to.deep.equal({
        instances: ['post-other1', 'post-other2', 'post-w4'],
        parked: ['post-bad-other'],
      });
    });
  }

  it('takes in the far future of one account, and the near one of all others', async () => {
    const far = { ...scheduled('far', 'w'), data: { scheduledFor: '+255536-12-31T23:59:59.999Z' } };
    const following = new ProcessSubscriber({
      ...manager,
      evolve: (_, { data }) => data as object,
      next: (state) => ({ at: (state as { scheduledFor: string }).scheduledFor, action: {} }),
    });
    await database()
      .kysely.transaction()
      .execute((tx) => following.apply([scheduled('w1', 'w'), far, scheduled('other', 'other')], tx));
    expect(await left()).to.deep.equal({ instances: ['post-far', 'post-other', 'post-w1'], parked: [] });
  });

  it('parks the one instance whose row the database refuses, and keeps all others', async () => {
    const impossible = { ...scheduled('odd', 'w'), data: { scheduledFor: 'never' } };
    const following = new ProcessSubscriber({
      ...manager,
      evolve: (_, { data }) => data as object,
      next: (state) => ({ at: (state as { scheduledFor: string }).scheduledFor, action: {} }),
    });
    const events = [scheduled('w1', 'w'), impossible, scheduled('other', 'other')];
    await database()
      .kysely.transaction()
      .execute((tx) => following.applyParking(events, tx));
    expect(await left()).to.deep.equal({ instances: ['post-other', 'post-w1'], parked: ['post-odd'] });
  });

  it('ends another process’s instances of the workspace by that process only', async () => {
    await inTransaction('apply', [scheduled('w1', 'w')]);
    await database()
      .kysely.transaction()
      .execute((tx) => new ProcessSubscriber({ ...manager, name: 'q' }).apply([deleted('w')], tx));
    expect((await left()).instances).to.deep.equal(['post-w1']);
  });

  it('shares its statements with other processes of the transaction, and keeps instances of one name apart', async () => {
    const cancelled = event('PostCancelled', {}, { stream: 'post-1', workspaceId: 'a' });
    const ending: ProcessManager = {
      ...manager,
      name: 'q',
      handles: ['PostScheduled', 'PostCancelled'],
      evolve: (state, { type }) => (type === 'PostCancelled' ? undefined : { ...state, times: type.length }),
    };
    const both = [subscriber, new ProcessSubscriber(ending)] as const;
    const apply = (...events: readonly Recorded[]): Promise<unknown> =>
      database()
        .kysely.transaction()
        .execute((tx) =>
          Promise.all(
            both.map((one) =>
              one.apply(
                events.filter(({ type }) => one.handles.has(type)),
                tx,
                { hasParkedKeys: false },
              ),
            ),
          ),
        );
    const rows = async () =>
      (
        await sql<{ row: string }>`
          select concat_ws(' ', process, instance, revision, state) as row from process_instance
          order by process, instance`.execute(database().kysely)
      ).rows.map(({ row }) => row);

    await apply(scheduled('1', 'a'), scheduled('2', 'b'));
    expect(await rows()).to.deep.equal([
      'p post-1 1 {"stream": "post-1"}',
      'p post-2 1 {"stream": "post-2"}',
      'q post-1 1 {"times": 13}',
      'q post-2 1 {"times": 13}',
    ]);
    await apply(scheduled('2', 'b'), cancelled);
    expect(await rows()).to.deep.equal([
      'p post-1 1 {"stream": "post-1"}',
      'p post-2 2 {"stream": "post-2"}',
      'q post-2 2 {"times": 13}',
    ]);
    const before = await rows();
    const impossible = new ProcessSubscriber({ ...manager, name: 'r', next: () => ({ at: 'never', action: {} }) });
    const outcomes = await database()
      .kysely.transaction()
      .execute(async (tx) => {
        const each = await Promise.allSettled(
          [subscriber, impossible].map((one) => one.apply([scheduled('3', 'a')], tx, { hasParkedKeys: false })),
        );
        if (each.some(({ status }) => status === 'rejected')) throw new AggregateError(each);
      })
      .catch((fault: AggregateError) => fault.errors.map(({ status }) => status));
    expect(outcomes, 'both fail, and each is then tried alone').to.deep.equal(['rejected', 'rejected']);
    expect(await rows()).to.deep.equal(before);
  });
});
