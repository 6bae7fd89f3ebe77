import { expect } from 'chai';
import fc from 'fast-check';
import type { Recorded } from '../../../domain/kernel/event.ts';
import { foldInstances, type InstanceRow } from '../../../processes/kernel/fold-instances.ts';
import type { ProcessManager } from '../../../processes/kernel/process.ts';
import { event } from '../../../projections/authoring/projection-spec.ts';

const scheduled = (postId: string, day: number): Recorded =>
  event('PostScheduled', { scheduledFor: `2026-03-0${day}T10:00:00.000Z` }, { stream: `post-${postId}` });

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

  it('comes to the same however the log is cut into batches', () => {
    const days = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(days, fc.nat(8), (given, cut) => {
        const events = given.map((day, index) => scheduled(index % 2 === 0 ? 'a' : 'b', day));
        const fold = (batches: readonly (readonly Recorded[])[]) => {
          const rows = new Map<string, InstanceRow>();
          const parked = new Set<string>();
          for (const batch of batches) {
            const { changed, failed } = foldInstances(manager, batch, rows, parked);
            for (const row of changed) rows.set(row.instance, row);
            for (const { instance } of failed) parked.add(instance);
          }
          const states = [...rows.values()].map(({ instance, wakeAt }) => `${instance} ${wakeAt}`).sort();
          return { states, parked: [...parked].sort() };
        };
        expect(fold([events.slice(0, cut), events.slice(cut)])).to.deep.equal(fold([events]));
      }),
    );
  });
});
