import { expect } from 'chai';
import fc from 'fast-check';
import type { Recorded } from '../../../domain/kernel/event.ts';
import { foldInstances, type InstanceRow } from '../../../processes/kernel/fold-instances.ts';
import type { ProcessManager } from '../../../processes/kernel/process.ts';
import { event } from '../../../projections/authoring/projection-spec.ts';

const scheduled = (postId: string, day: number, workspaceId = 'w'): Recorded =>
  event('PostScheduled', { scheduledFor: `2026-03-0${day}T10:00:00.000Z` }, { stream: `post-${postId}`, workspaceId });
const deleted = (workspaceId = 'w'): Recorded =>
  event('WorkspaceDeleted', { deletedBy: 'u' }, { stream: `workspace-${workspaceId}`, workspaceId });
const erased = (workspaceId = 'w'): Recorded =>
  event('WorkspaceErased', {}, { stream: `workspace-${workspaceId}`, workspaceId });

/** Cannot say what comes next for a post of 3 March. */
const manager: ProcessManager = {
  name: 'counter',
  description: 'Counts schedulings.',
  handles: ['PostScheduled'],
  instancesOf: ({ stream }) => [stream],
  evolve: (_, { data }) => ({ at: (data as { scheduledFor: string }).scheduledFor }),
  next: (state) => {
    const { at } = state as { at: string };
    if (at.startsWith('2026-03-03')) throw new Error('no time for this');
    return { at, action: {} };
  },
};

describe('folding instances', () => {
  it('stops an instance before the event whose next action throws, and lets the others go on', () => {
    const events = [scheduled('a', 1), scheduled('b', 2), scheduled('a', 3), scheduled('b', 4), scheduled('a', 5)];
    const { changed, failed } = foldInstances(manager, events, new Map());
    expect(changed.map(({ instance, wakeAt }) => [instance, wakeAt])).to.deep.equal([
      ['post-a', '2026-03-01T10:00:00.000Z'],
      ['post-b', '2026-03-04T10:00:00.000Z'],
    ]);
    expect(failed.map(({ instance, event: at, error }) => [instance, at, String(error)])).to.deep.equal([
      ['post-a', events[2], 'Error: no time for this'],
    ]);
  });

  it('sets a timer of a year that no database reads to the end of time', () => {
    const far = { ...scheduled('a', 1), data: { scheduledFor: '+255536-01-01T00:00:00.000Z' } };
    const { changed, failed } = foldInstances(manager, [far], new Map());
    expect(changed.map(({ wakeAt }) => wakeAt)).to.deep.equal(['9999-12-31T23:59:59.999Z']);
    expect(failed).to.deep.equal([]);
  });

  /** The rows and the parked keys that these batches leave. */
  const after = (batches: readonly (readonly Recorded[])[], by: ProcessManager = manager) => {
    const rows = new Map<string, InstanceRow>();
    const parked = new Map<string, string>();
    for (const batch of batches) {
      const { changed, ended, endedWorkspaces, failed } = foldInstances(by, batch, rows, parked);
      for (const { instance, workspaceId } of [...rows.values()])
        if (endedWorkspaces.includes(workspaceId)) rows.delete(instance);
      for (const [instance, workspaceId] of [...parked])
        if (endedWorkspaces.includes(workspaceId)) parked.delete(instance);
      for (const row of changed) rows.set(row.instance, row);
      for (const instance of ended) rows.delete(instance);
      for (const { instance, event: at } of failed) parked.set(instance, at.meta.workspaceId);
    }
    const states = [...rows.values()].map(({ instance, wakeAt }) => `${instance} ${wakeAt}`).sort();
    return { states, parked: [...parked.keys()].sort() };
  };

  it('ends all instances of a deleted workspace, parked ones too, and none of another', () => {
    const before = [scheduled('a', 1), scheduled('b', 3), scheduled('c', 2, 'other'), scheduled('d', 3, 'other')];
    const left = { states: ['post-c 2026-03-02T10:00:00.000Z'], parked: ['post-d'] };
    expect(after([[...before, deleted()]])).to.deep.equal(left);
    expect(after([before, [deleted()]])).to.deep.equal(left);
  });

  it('ends what began after the deletion when the workspace is erased', () => {
    const late = [deleted(), scheduled('a', 1)];
    expect(after([late]).states).to.deep.equal(['post-a 2026-03-01T10:00:00.000Z']);
    expect(after([[...late, erased()]]).states).to.deep.equal([]);
  });

  it('leaves the instances of a process that outlives workspaces', () => {
    const cleaner: ProcessManager = { ...manager, outlivesWorkspace: () => true };
    expect(after([[scheduled('a', 1), deleted(), erased()]], cleaner).states).to.have.lengthOf(1);
  });

  it('comes to the same however the log is cut into batches', () => {
    const step = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constant('deleted' as const));
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), fc.nat(8), (given, cut) => {
        const events = given.map((day, index) =>
          day === 'deleted' ? deleted() : scheduled(index % 2 === 0 ? 'a' : 'b', day, index % 2 === 0 ? 'w' : 'other'),
        );
        expect(after([events.slice(0, cut), events.slice(cut)])).to.deep.equal(after([events]));
        expect(after(events.map((one) => [one]))).to.deep.equal(after([events]));
      }),
    );
  });
});
