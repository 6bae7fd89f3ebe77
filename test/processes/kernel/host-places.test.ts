import { expect } from 'chai';
import { HostPlaces, Postponed } from '../../../processes/kernel/host-places.ts';
import type { Timers } from '../../../commands/kernel/timers.ts';

/** Timers that run when the test moves the time. */
const handTimers = () => {
  let now = 0;
  let pending: { at: number; run: () => void }[] = [];
  const timers: Timers = {
    now: () => now,
    after: (milliseconds, run) => {
      const timer = { at: now + milliseconds, run };
      pending.push(timer);
      return () => void (pending = pending.filter((one) => one !== timer));
    },
    every: () => () => undefined,
  };
  const move = async (milliseconds: number): Promise<void> => {
    now += milliseconds;
    const due = pending.filter(({ at }) => at <= now);
    pending = pending.filter(({ at }) => at > now);
    for (const { run } of due) run();
    await new Promise(setImmediate);
  };
  return { timers, move };
};

type Taking = Readonly<{ outcome(): 'waits' | 'has' | number; release(): void }>;

/** An action that wants a place: `has` it, `waits`, or comes back after so many milliseconds. */
const taking = async (places: HostPlaces, host: string, lane = 'MASTODON'): Promise<Taking> => {
  let outcome: ReturnType<Taking['outcome']> = 'waits';
  let release = (): void => undefined;
  places.take(lane, host).then(
    (place) => {
      outcome = 'has';
      release = place;
    },
    (error: unknown) => {
      outcome = error instanceof Postponed ? error.milliseconds : -1;
    },
  );
  await new Promise(setImmediate);
  return { outcome: () => outcome, release: () => release() };
};

const many = async (count: number, places: HostPlaces, host: string): Promise<Taking[]> => {
  const all: Taking[] = [];
  for (let number = 0; number < count; number++) all.push(await taking(places, host));
  return all;
};

const outcomes = (takings: readonly Taking[]) => takings.map((one) => one.outcome());

describe('the places of a lane at servers', () => {
  it('are half for one server, and sends away what does not get one within a moment', async () => {
    const { timers, move } = handTimers();
    const places = new HostPlaces(8, timers);
    const silent = await many(8, places, 'silent.example');
    expect(outcomes(silent)).to.deep.equal(['has', 'has', 'has', 'has', 'waits', 'waits', 1000, 1020]);
    expect((await taking(places, 'other.example')).outcome()).to.equal('has');
    expect((await taking(places, 'silent.example', 'BLUESKY')).outcome(), 'another lane').to.equal('has');
    await move(250);
    // The two came last, behind those that were sent away at once.
    expect(outcomes(silent).slice(4)).to.deep.equal([1000, 1020, 1000, 1020]);
  });

  it('pass to those that wait, in their order', async () => {
    const places = new HostPlaces(4, handTimers().timers);
    const [first, second, third] = (await many(3, places, 'busy.example')) as [Taking, Taking, Taking];
    expect(outcomes([first, second, third])).to.deep.equal(['has', 'has', 'waits']);
    first.release();
    await new Promise(setImmediate);
    expect(third.outcome()).to.equal('has');
  });

  it('are asked for again at a pace, half a minute later at the latest, and at once when there is room', async () => {
    const { timers, move } = handTimers();
    const places = new HostPlaces(2, timers);
    const [held, ...others] = (await many(2000, places, 'silent.example')) as [Taking, ...Taking[]];
    const waits = outcomes(others).filter((each) => typeof each === 'number');
    expect(waits.slice(0, 3)).to.deep.equal([1000, 1020, 1040]);
    expect(waits.at(-1)).to.equal(30_000);
    await move(250);
    held.release();
    await move(40_000);
    const [again, ...rest] = await many(3, places, 'silent.example');
    expect(again?.outcome()).to.equal('has');
    expect(outcomes(rest)).to.include(1000);
  });
});
