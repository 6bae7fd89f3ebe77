import { parkingChannel } from '../../../projections/kernel/checkpoint.ts';
import type { SubscriptionOptions, SubscriptionReport } from '../../../projections/kernel/subscription-options.ts';
import { SubscriptionRunner } from '../../../projections/kernel/subscription-runner.ts';
import { CheckpointMoved } from '../../../projections/kernel/subscriber.ts';
import { waitForLock } from '../../stores/postgres/advisory-lock.ts';
import { backOff, isTransient } from '../../stores/postgres/retry-policy.ts';
import type { EventLog } from '../../../domain/kernel/event-store.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Database } from '../../stores/postgres/database.ts';
import type { Notifications } from '../../stores/postgres/listen.ts';
import { Restarts } from './restarts.ts';

export type SubscriptionStatus = Readonly<{
  /** Whether this process reads the log for the group. */
  active: boolean;
  /** The names of its subscribers. */
  subscribers: readonly string[];
  /** The subscribers that are parked, each with the error. */
  parked: ReadonlyMap<string, string>;
  /** The reason for repeated restarts of the reader, if there are any. */
  startsOver: string | undefined;
}>;

/** The subscribers of one run, and how to run them. */
export type SubscriptionPlan = Pick<
  SubscriptionOptions,
  'subscribers' | 'shareOf' | 'synchronousCommit' | 'batchIntervalMs'
> &
  Readonly<{ report?: Partial<Pick<SubscriptionReport, 'joining' | 'joined' | 'moved'>> }>;

export type SubscriptionParts = Readonly<{
  database: Database;
  notifications: Notifications;
  store: EventLog;
  log: Logger;
  metrics?: Pick<Metrics, 'subscriptionFaults'>;
}>;

export type RunningSubscription = Readonly<{
  status(): SubscriptionStatus;
  /** Begins a new run with a new plan; this process keeps the lock. */
  restart(): void;
  stop(): Promise<void>;
}>;

/** Readers do not notice this delay, and under load it saves most transactions. */
const defaultBatchIntervalMs = 20;

/** The name of the lock held by the process that reads the log for a group. */
export const subscriptionLock = (group: string): string => `scan/${group}`;

/**
 * Follows the log for one group of subscribers until it is stopped. Only the owner of the group's
 * lock does so. A new run begins when the plan changes, an operator unparks a subscriber, the
 * database returns, or another owner moved a checkpoint.
 */
export const runSubscription = async (
  group: string,
  plan: () => Promise<SubscriptionPlan>,
  { database, store, log, metrics, notifications }: SubscriptionParts,
  /** The group that this one is a part of: the parts run beside each other, and the whole beside none of them. */
  partOf?: string,
): Promise<RunningSubscription> => {
  const stopping = new AbortController();
  const parked = new Map<string, string>();
  let active = false;
  let run = new AbortController();
  let known: ReadonlySet<string> = new Set();
  const restarts = new Restarts();

  const runOnce = async (lost: AbortSignal): Promise<void> => {
    // Created before the plan is made, so that no restart meanwhile is missed.
    run = new AbortController();
    const signal = AbortSignal.any([stopping.signal, run.signal, lost]);
    const { report, ...options } = await plan();
    known = new Set(options.subscribers.map(({ name }) => name));
    parked.clear();
    active = true;
    const runner = new SubscriptionRunner({
      log: store,
      db: database.kysely,
      isTransient,
      backOff,
      batchIntervalMs: defaultBatchIntervalMs,
      ...options,
      report: {
        joined: () => {},
        ...report,
        retrying: (error) => {
          metrics?.subscriptionFaults.inc({ group });
          log.warn({ group, error }, 'reading the log met a transient fault');
        },
        parked: (subscriber, error) => {
          parked.set(subscriber, error instanceof Error ? error.message : String(error));
          log.error({ subscriber, error }, 'a subscriber is parked and needs an operator');
        },
      },
    });
    await runner.run(signal);
  };

  const untilLost = async (): Promise<void> => {
    const lock = await waitForLock(database.connection, subscriptionLock(group), {
      signal: stopping.signal,
      partOf: partOf && subscriptionLock(partOf),
    });
    if (!lock) return;
    try {
      while (!stopping.signal.aborted && !lock.lost.aborted) await runOnce(lock.lost);
    } finally {
      active = false;
      await lock.release();
    }
  };

  const running = (async () => {
    for (let attempt = 0; !stopping.signal.aborted; attempt++) {
      try {
        await untilLost();
        attempt = 0;
      } catch (error) {
        if (stopping.signal.aborted) return;
        metrics?.subscriptionFaults.inc({ group });
        // A transient fault has a cause that other checks show: a store that is away.
        if (!isTransient(error)) restarts.add(error);
        const level = error instanceof CheckpointMoved || isTransient(error) ? 'warn' : 'error';
        log[level]({ group, error }, 'reading the log starts over');
      }
      await backOff(attempt, stopping.signal);
    }
  })();

  const restart = (): void => run.abort();
  const leave = await notifications.subscribe(parkingChannel, (subscriber) => {
    // No name means that notifications may have been lost, so any parked subscriber may have been unparked.
    if (subscriber === undefined ? parked.size > 0 : known.has(subscriber)) restart();
  });
  return {
    status: () => ({ active, subscribers: [...known], parked, startsOver: restarts.repeated }),
    restart,
    stop: async () => {
      stopping.abort();
      await leave();
      await running;
    },
  };
};
