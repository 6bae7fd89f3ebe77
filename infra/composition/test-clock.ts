import { setTimeout as pause } from 'node:timers/promises';
import { readCheckpoints } from '../../projections/kernel/checkpoint.ts';
import type { ProcessInstances } from '../postgres/process-instances.ts';
import type { Foundations } from './foundations.ts';

/** How long an advance waits for what it made due; lanes that are full work on after it has answered. */
const patienceMs = 20_000;

type Processes = Readonly<{ instances: ProcessInstances; wake(): void }>;

const until = async (holds: () => Promise<boolean>, end: number): Promise<void> => {
  while (!(await holds()) && performance.now() < end) await pause(15);
};

/**
 * Advances the test clock and waits until every timer that became due has been picked up. Timers of events that were appended before must
 * exist first, so the processes are waited for on both sides.
 */
export const advanceClock = async (
  seconds: number,
  { clocks, store, database }: Foundations,
  processes: Processes | undefined,
): Promise<Date> => {
  const end = performance.now() + patienceMs;
  const caughtUp = async (): Promise<boolean> => {
    const head = await store.head();
    if (!head) return true;
    const checkpoints = await readCheckpoints(database.kysely);
    return [...checkpoints.values()].every(
      ({ subscriber, parked, position }) =>
        !subscriber.startsWith('process/') || parked !== null || position.commit >= head.commit,
    );
  };
  if (processes) await until(caughtUp, end);
  const now = await clocks.advance(seconds);
  if (processes) {
    processes.wake();
    await until(async () => !(await processes.instances.isAnyWaiting()), end);
  }
  return now;
};
