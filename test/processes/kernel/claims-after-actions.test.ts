import { expect } from 'chai';
import { setImmediate } from 'node:timers/promises';
import type { Claimed, InstanceStore } from '../../../processes/kernel/instance-store.ts';
import { ProcessWorker } from '../../../processes/kernel/worker.ts';
import type { Timers } from '../../../commands/kernel/timers.ts';

/** Timers that run when they are asked to, the shortest first. */
const timersByHand = () => {
  const pending: { milliseconds: number; run: () => void }[] = [];
  const timers: Timers = {
    now: () => 0,
    after: (milliseconds, run) => {
      const timer = { milliseconds, run };
      pending.push(timer);
      return () => void pending.splice(pending.indexOf(timer) >>> 0, 1);
    },
    every: () => () => undefined,
  };
  return {
    timers,
    /** Runs what is due within so many milliseconds, again and again until nothing is. */
    pass: async (milliseconds: number) => {
      for (let turns = 0; turns < 20; turns++) {
        await setImmediate();
        const index = pending.findIndex((timer) => timer.milliseconds <= milliseconds);
        if (index >= 0) pending.splice(index, 1)[0]?.run();
      }
    },
  };
};

const one: Claimed = {
  process: 'p',
  instance: 'i',
  workspaceId: 'w',
  mode: 'live',
  state: {},
  revision: 1,
  lane: 'p',
  failures: 0,
  dueAt: new Date(0).toISOString(),
  owner: 'me',
  token: '1',
  correlationId: null,
};

/** How often a worker claims between the claim of one due instance and its next sleep. A new worker claims twice. */
const claimsAfter = async ({ waits, fails = false, laneRoom = 4 }: Wish): Promise<number> => {
  let claims = 0;
  const { timers, pass } = timersByHand();
  const done = async () => undefined;
  const instances: InstanceStore = {
    failed: done,
    postpone: done,
    release: done,
    proveLease: async () => true,
    end: async () => true,
    renew: async () => ({ stillHeld: new Map(), released: 0 }),
    freeDeadLeases: async () => 0,
    claim: async () => (claims++ === 1 ? [one] : []),
    acted: async () => waits,
    untilNext: async () => undefined,
  };
  const worker = new ProcessWorker({
    instances,
    laneRoom,
    timers,
    contextFor: () => ({ load: done }) as never,
    name: { held: async () => ({ name: 'me', lost: new AbortController().signal }) } as never,
    processes: [
      {
        name: 'p',
        description: 'Acts.',
        handles: [],
        instancesOf: () => [],
        evolve: (state) => state,
        next: () => ({ at: new Date(0).toISOString(), action: {} }),
        act: () => (fails ? Promise.reject(new Error('no')) : Promise.resolve()),
      },
    ],
    report: { failed: () => undefined, fault: () => undefined },
  });
  const stop = new AbortController();
  const running = worker.run(stop.signal);
  await pass(100);
  stop.abort();
  await pass(100);
  await running;
  return claims - 2;
};

type Wish = Readonly<{ waits: boolean; fails?: boolean; laneRoom?: number }>;

describe('a worker whose action has ended', () => {
  it('claims nothing more where the claim before found all that was due', async () => {
    expect(await claimsAfter({ waits: true })).to.equal(0);
  });

  it('claims again where the instance was folded meanwhile, for it may be due', async () => {
    expect(await claimsAfter({ waits: false })).to.equal(1);
  });

  it('claims again after a failure, which is due again soon', async () => {
    expect(await claimsAfter({ waits: true, fails: true })).to.equal(1);
  });

  it('claims again where its queue was full', async () => {
    expect(await claimsAfter({ waits: true, laneRoom: 1 })).to.be.greaterThan(0);
  });
});
