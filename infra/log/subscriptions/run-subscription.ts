import { parkingChannel } from '../../../projections/kernel/checkpoint.ts';
import { SubscriptionRunner, type SubscriptionReport } from '../../../projections/kernel/subscription-runner.ts';
import { CheckpointMoved, type Subscriber } from '../../../projections/kernel/subscriber.ts';
import { waitForLock } from '../../stores/postgres/advisory-lock.ts';
import { backOff, isTransient } from '../../stores/postgres/retry-policy.ts';
import type { EventLog } from '../../../domain/kernel/event-store.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Database } from '../../stores/postgres/database.ts';
import type { Notifications } from '../../stores/postgres/listen.ts';

export type SubscriptionStatus = Readonly<{
  /** Whether this process is the one that reads the log for the group. */
  active: boolean;
  /** Who takes part, by name. */
  subscribers: readonly string[];
  /** What stands still, and why. */
  parked: ReadonlyMap<string, string>;
}>;

/** Who takes part in one round of reading, and what is to be told. */
export type SubscriptionPlan = Readonly<{
  subscribers: readonly Subscriber[];
  shareOf?(subscriber: Subscriber): number;
  /** See `LogScan`. */
  synchronousCommit?: boolean;
  /** See `LogScan`; shorter than anybody notices by default. */
  batchIntervalMs?: number;
  report?: Partial<Pick<SubscriptionReport, 'joining' | 'joined' | 'moved'>>;
}>;

/** What reading the log stands on. */
export type SubscriptionParts = Readonly<{
  database: Database;
  notifications: Notifications;
  store: EventLog;
  log: Logger;
}>;

export type RunningSubscription = Readonly<{
  status(): SubscriptionStatus;
  /** Begins a new round with a new plan; the ownership stays here. */
  restart(): void;
  stop(): Promise<void>;
}>;

/** Shorter than anybody notices; under load it spares most of the transactions. */
const briefly = 20;

/** The lock that says who reads the log for a group. */
export const subscriptionLock = (group: string): string => `scan/${group}`;

/**
 * Follows the log for one group of subscribers for as long as the service lives: waits until no other process does, and starts over when
 * the group changes, a person lets a parked subscriber go on, the database comes back, or another owner was met.
 */
export const runSubscription = async (
  group: string,
  plan: () => Promise<SubscriptionPlan>,
  { database, store, log, notifications }: SubscriptionParts,
): Promise<RunningSubscription> => {
  const stopping = new AbortController();
  const parked = new Map<string, string>();
  let active = false;
  let round = new AbortController();
  let known: ReadonlySet<string> = new Set();

  const oneRound = async (lost: AbortSignal): Promise<void> => {
    // Made before the plan: a restart that is asked for while it is drawn up must not be missed.
    round = new AbortController();
    const signal = AbortSignal.any([stopping.signal, round.signal, lost]);
    const {
      subscribers,
      shareOf,
      synchronousCommit: durably,
      batchIntervalMs: togetherMs = briefly,
      report,
    } = await plan();
    known = new Set(subscribers.map(({ name }) => name));
    parked.clear();
    active = true;
    const scan = new SubscriptionRunner({
      log: store,
      db: database.kysely,
      subscribers,
      isTransient,
      backOff,
      togetherMs,
      ...(shareOf && { shareOf }),
      ...(durably !== undefined && { durably }),
      report: {
        joined: () => {},
        ...report,
        retrying: (error) => log.warn({ group, error }, 'reading the log met a passing fault'),
        parked: (subscriber, error) => {
          parked.set(subscriber, error instanceof Error ? error.message : String(error));
          log.error({ subscriber, error }, 'a subscriber is parked and needs a person');
        },
      },
    });
    await scan.run(signal);
  };

  const untilLost = async (): Promise<void> => {
    const lock = await waitForLock(database.connection, subscriptionLock(group), { signal: stopping.signal });
    if (!lock) return;
    try {
      while (!stopping.signal.aborted && !lock.lost.aborted) await oneRound(lock.lost);
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
        const level = error instanceof CheckpointMoved || isTransient(error) ? 'warn' : 'error';
        log[level]({ group, error }, 'reading the log starts over');
      }
      await backOff(attempt, stopping.signal);
    }
  })();

  const restart = (): void => round.abort();
  const leave = await notifications.subscribe(parkingChannel, (subscriber) => {
    // Without a name some may have been missed: whatever is parked is looked at again.
    if (subscriber === undefined ? parked.size > 0 : known.has(subscriber)) restart();
  });
  return {
    status: () => ({ active, subscribers: [...known], parked }),
    restart,
    stop: async () => {
      stopping.abort();
      await leave();
      await running;
    },
  };
};
