import { setTimeout as pause } from 'node:timers/promises';
import type { EventLog } from '../../domain/kernel/event-store.ts';
import type { FullQueues } from '../../processes/kernel/instance-store.ts';
import { invitationMails } from '../../processes/workspaces/invitation-mails.ts';
import { approvalMails } from '../../processes/notifications/approval-mails.ts';
import { postMails } from '../../processes/notifications/post-mails.ts';
import { recurringMails } from '../../processes/notifications/recurring-mails.ts';
import { webhookHealth } from '../../processes/webhooks/webhook-health.ts';
import { readCheckpoints } from '../../projections/kernel/checkpoint.ts';
import type { TestTimers } from '../stores/postgres/test-timers.ts';
import type { Clocks } from '../stores/clock/clocks.ts';
import type { Database } from '../stores/postgres/database.ts';

/**
 * How long an advance waits for the actions it made due. Full queues work on after it has answered.
 */
const patienceMs = 20_000;

/** The mails are handed over within milliseconds. After this time the list is answered, complete or not. */
const mailPatienceMs = 5_000;
/** The processes that send mails. */
const mailing = [invitationMails.name, postMails.name, approvalMails.name, recurringMails.name, webhookHealth.name];

/**
 * How long an advance waits for every due timer to run, also for those that its actions made due.
 * After that, a timer counts as picked up also where it waits for a slot of a full queue of this
 * node's worker.
 */
const queuePatienceMs = 1_000;

type Stores = Readonly<{ store: Pick<EventLog, 'head'>; database: Database }>;
type Worker = Readonly<{ fullQueues(): FullQueues; wake(): void }>;
/** `worker`: of this node, where it runs processes. */
type Timed = Readonly<{ timers: TestTimers; worker: Worker | undefined }>;

const until = async (holds: () => Promise<boolean>, end: number): Promise<void> => {
  while (!(await holds()) && performance.now() < end) await pause(15);
};

/** Whether every process has reached the end of the log. */
const caughtUp = async ({ store, database }: Stores): Promise<boolean> => {
  const head = await store.head();
  if (!head) return true;
  const checkpoints = await readCheckpoints(database.kysely);
  return [...checkpoints.values()].every(
    ({ subscriber, parked, position }) =>
      !subscriber.startsWith('process/') || parked !== null || position.commit >= head.commit,
  );
};

/**
 * Waits until the mails of a workspace have been handed over, so that the caller finds the mail of
 * an action immediately. Gives up after `mailPatienceMs`.
 */
export const mailsSettled = async (
  workspaceId: string,
  infrastructure: Stores,
  { timers, worker }: Timed,
): Promise<void> => {
  if (!worker) return;
  const isAnyDue = (): Promise<boolean> => timers.isAnyDue(workspaceId, mailing);
  // Read before the positions are compared: the events of a finished action are in the log when the
  // action is no longer due.
  const settled = async (): Promise<boolean> =>
    !(await isAnyDue()) && (await caughtUp(infrastructure)) && !(await isAnyDue());
  await until(settled, performance.now() + mailPatienceMs);
};

export type Advanced = Readonly<{ now: Date; due: number }>;

/**
 * Advances the test clock and waits until every timer that became due has been picked up. Timers of
 * earlier events must exist first, so the processes are waited for before and after. `due` is the
 * number of timers that became due. A node that runs no processes waits for none.
 */
export const advanceClock = async (
  seconds: number,
  infrastructure: Stores & Readonly<{ clocks: Clocks }>,
  { timers, worker }: Timed,
): Promise<Advanced> => {
  const { clocks } = infrastructure;
  const end = performance.now() + patienceMs;
  if (worker) await until(() => caughtUp(infrastructure), end);
  const due = await timers.countDueWithin(seconds);
  const now = await clocks.advance(seconds);
  if (worker) {
    worker.wake();
    const patient = performance.now() + queuePatienceMs;
    // Timers that actions set meanwhile must not keep the answer back: a backlog sets new ones all the time.
    const isAnyWaiting = (): Promise<boolean> =>
      timers.isAnyWaiting(performance.now() < patient ? {} : { by: now, full: worker.fullQueues() });
    await until(async () => !(await isAnyWaiting()), end);
  }
  return { now, due };
};
