import { expect } from 'chai';
import { setImmediate } from 'node:timers/promises';
import type { Claimed, InstanceStore } from '../../../processes/kernel/instance-store.ts';
import { ProcessWorker } from '../../../processes/kernel/worker.ts';
import type { Timers } from '../../../commands/kernel/timers.ts';

/** Timers that run when they are asked to, the shortest first. */
const timersByHand = () => {
  const pending: { milliseconds: number; run: () => void }[] = [];
  const asked: number[] = [];
  const timers: Timers = {
    now: () => 0,
    after: (milliseconds, run) => {
      asked.push(milliseconds);
      const timer = { milliseconds, run };
      pending.push(timer);
      return () => void pending.splice(pending.indexOf(timer) >>> 0, 1);
    },
    every: () => () => undefined,
  };
  return {
    timers,
    /** The milliseconds of every timer. */
    asked,
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

const done = async () => undefined;

/** A store without due instances. */
const nothingDue: InstanceStore = {
  failed: done,
  postpone: done,
  release: done,
  proveLease: async () => true,
  end: async () => true,
  renew: async () => ({ stillHeld: new Map(), released: 0 }),
  freeDeadLeases: async () => 0,
  claim: async () => [],
  acted: async () => true,
  untilNext: async () => undefined,
};

const workerOf = (instances: InstanceStore, timers: Timers, { fails = false, laneRoom = 4 } = {}): ProcessWorker =>
  new ProcessWorker({
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

/** How often a worker claims between the claim of one due instance and its next sleep. A new worker claims twice. */
const claimsAfter = async ({ waits, ...wish }: Wish): Promise<number> => {
  let claims = 0;
  const { timers, pass } = timersByHand();
  const claim = async () => (claims++ === 1 ? [one] : []);
  const worker = workerOf({ ...nothingDue, claim, acted: async () => waits }, timers, wish);
  const stop = new AbortController();
  const running = worker.run(stop.signal);
  await pass(100);
  stop.abort();
  await pass(100);
  await running;
  return claims - 2;
};

/** The timers between the claims of a worker that finds nothing, whose next instance is due in so many milliseconds. */
const waitsOfIdle = async (until: number): Promise<readonly number[]> => {
  const { timers, pass, asked } = timersByHand();
  const worker = workerOf({ ...nothingDue, untilNext: async () => until }, timers);
  const stop = new AbortController();
  const running = worker.run(stop.signal);
  await pass(until);
  stop.abort();
  await pass(Number.POSITIVE_INFINITY);
  await running;
  return asked;
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

describe('a worker that waits for the next due instance', () => {
  it('looks exactly when it is due: what spaces its claims is no part of its sleep', async () => {
    const waits = await waitsOfIdle(100);
    expect(waits.slice(0, 5)).to.deep.equal([100, 100, 100, 15, 85]);
  });
});
