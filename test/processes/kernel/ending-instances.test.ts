import { expect } from 'chai';
import { setImmediate } from 'node:timers/promises';
import { EndingInstances } from '../../../processes/kernel/ending-instances.ts';
import type { Claimed } from '../../../processes/kernel/instance-store.ts';

const claimed = (instance: string): Claimed => ({
  process: 'p',
  instance,
  workspaceId: 'w',
  mode: 'live',
  state: {},
  revision: 1,
  lane: 'p',
  failures: 0,
  dueAt: new Date(0).toISOString(),
  owner: 'me',
  token: instance,
  correlationId: null,
});

/** What is released, and the wake-ups and faults, while time passes. */
const watched = (acted: (instance: string) => Promise<boolean>) => {
  const seen = { released: [] as string[], wakes: 0, faults: 0 };
  const timers: (() => void)[] = [];
  const ending = new EndingInstances({
    timing: { endMilliseconds: 250, recheckMilliseconds: 1_000 },
    timers: { after: (_, run) => (timers.push(run), () => undefined) },
    instances: {
      acted: ({ instance }) => {
        seen.released.push(instance);
        return acted(instance);
      },
    },
    report: { fault: () => void (seen.faults += 1) },
    wake: () => void (seen.wakes += 1),
  });
  const pass = async (): Promise<void> => {
    for (const run of timers.splice(0)) run();
    await setImmediate();
  };
  return { ending, seen, pass };
};

describe('instances that their own events end', () => {
  it('are released together, after the fold had its time', async () => {
    const { ending, seen, pass } = watched(async () => true);
    ending.add(claimed('a'));
    ending.add(claimed('b'));
    expect(seen.released).to.deep.equal([]);
    await pass();
    ending.add(claimed('c'));
    expect(seen.released).to.deep.equal(['a', 'b']);
    await pass();
    expect(seen).to.deep.equal({ released: ['a', 'b', 'c'], wakes: 0, faults: 0 });
  });

  it('wake the worker where one was folded into another state', async () => {
    const { ending, seen, pass } = watched(async (instance) => instance !== 'b');
    for (const instance of ['a', 'b', 'c']) ending.add(claimed(instance));
    await pass();
    expect(seen.wakes).to.equal(1);
  });

  it('report one fault, and release the others', async () => {
    const { ending, seen, pass } = watched((instance) =>
      instance === 'a' ? Promise.reject(new Error('away')) : Promise.resolve(false),
    );
    for (const instance of ['a', 'b']) ending.add(claimed(instance));
    await pass();
    expect(seen).to.deep.equal({ released: ['a', 'b'], wakes: 1, faults: 1 });
  });
});
