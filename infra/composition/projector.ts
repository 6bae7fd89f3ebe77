import { accounts } from '../../projections/accounts/accounts.ts';
import { apiKeysProjection } from '../../projections/api-keys/api-keys.ts';
import { auditLogs } from '../../projections/audit-logs/audit-logs.ts';
import { invitationsProjection } from '../../projections/invitations/invitations.ts';
import { beginning, createCheckpoints, readCheckpoints } from '../../projections/kernel/checkpoint.ts';
import { LogScan } from '../../projections/kernel/log-scan.ts';
import type { Projection } from '../../projections/kernel/projection.ts';
import { buildName, readModelChannel, subscribersFor, switchTo } from '../../projections/kernel/read-models.ts';
import { CheckpointMoved, type Subscriber } from '../../projections/kernel/subscriber.ts';
import { membershipsProjection } from '../../projections/memberships/memberships.ts';
import { media } from '../../projections/media/media.ts';
import { posts } from '../../projections/posts/posts.ts';
import { queues } from '../../projections/queues/queues.ts';
import { usersProjection } from '../../projections/users/users.ts';
import { workspacesProjection } from '../../projections/workspaces/workspaces.ts';
import { waitForLock } from '../postgres/advisory-lock.ts';
import { backOff, isTransient } from '../postgres/scan-options.ts';
import { webhookProjections } from '../webhooks/webhook-parts.ts';
import type { Foundations } from './foundations.ts';

/** Every read model. A new one is added here and to `projections/database.ts`. */
export const allProjections: readonly Projection[] = [
  posts,
  queues,
  auditLogs,
  accounts,
  media,
  workspacesProjection,
  membershipsProjection,
  invitationsProjection,
  apiKeysProjection,
  usersProjection,
  ...webhookProjections,
];

export type ScanStatus = Readonly<{
  /** Whether this process is the one that reads the log for the group. */
  active: boolean;
  /** What stands still, and why. */
  parked: ReadonlyMap<string, string>;
}>;

type Plan = Readonly<{ subscribers: readonly Subscriber[]; onJoined(subscriber: Subscriber): Promise<void> }>;

/**
 * Follows the log for one group of subscribers for as long as the service lives: waits until no other process does, and starts over when
 * the group changes, the database comes back, or another owner was met.
 */
export const followLog = (
  group: string,
  plan: () => Promise<Plan>,
  { database, store, log }: Foundations,
): { status(): ScanStatus; restart(): void; stop(): Promise<void> } => {
  const stopping = new AbortController();
  const parked = new Map<string, string>();
  let active = false;
  let round = new AbortController();

  const once = async (): Promise<void> => {
    const lock = await waitForLock(database.connection, `scan/${group}`, { signal: stopping.signal });
    if (!lock) return;
    round = new AbortController();
    const signal = AbortSignal.any([stopping.signal, round.signal, lock.lost]);
    try {
      const { subscribers, onJoined } = await plan();
      parked.clear();
      active = true;
      const scan = new LogScan({
        log: store,
        db: database.kysely,
        subscribers,
        isTransient,
        backOff,
        report: {
          joined: onJoined,
          retrying: (error) => log.warn({ group, error }, 'reading the log met a passing fault'),
          parked: (subscriber, error) => {
            parked.set(subscriber, error instanceof Error ? error.message : String(error));
            log.error({ subscriber, error }, 'a subscriber is parked and needs a person');
          },
        },
      });
      await scan.run(signal);
    } finally {
      active = false;
      await lock.release();
    }
  };

  const running = (async () => {
    for (let attempt = 0; !stopping.signal.aborted; attempt++) {
      try {
        await once();
        attempt = 0;
      } catch (error) {
        if (stopping.signal.aborted) return;
        const level = error instanceof CheckpointMoved || isTransient(error) ? 'warn' : 'error';
        log[level]({ group, error }, 'reading the log starts over');
        await backOff(attempt, stopping.signal);
      }
    }
  })();

  return {
    status: () => ({ active, parked }),
    restart: () => round.abort(),
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
};

/** Keeps the read models: builds what is missing, catches up, switches to new versions. */
export const runProjector = async (foundations: Foundations) => {
  const { database, notifications } = foundations;
  const plan = async (): Promise<Plan> => {
    const running = await subscribersFor(allProjections, database.kysely);
    return {
      subscribers: running.map(({ subscriber }) => subscriber),
      onJoined: async (subscriber) => {
        const mine = running.find((one) => one.subscriber === subscriber);
        if (mine?.build.status === 'building') await switchTo(mine.subscriber.projection, mine.build, database.kysely);
      },
    };
  };
  const projector = followLog('projections', plan, foundations);
  const known = new Set<string>();
  await notifications.subscribe(readModelChannel, () => {
    // A build that was started elsewhere, by the rebuild command for example, joins the scan.
    void subscribersFor(allProjections, database.kysely).then((running) => {
      const names = running.map(({ build }) => buildName(build));
      const isNew = names.some((name) => !known.has(name));
      names.forEach((name) => known.add(name));
      if (isNew && known.size > names.length) projector.restart();
    });
  });
  return projector;
};

/**
 * Makes sure that every process has its checkpoint. On an empty log they begin at its beginning; on any other a missing one is refused,
 * because a process that replayed history would send it into the world again.
 */
export const requireProcessCheckpoints = async (
  names: readonly string[],
  { database, store }: Foundations,
): Promise<void> => {
  const known = await readCheckpoints(database.kysely);
  const missing = names.filter((name) => !known.has(name));
  if (missing.length === 0) return;
  const isNewLog = (await store.head()) === undefined;
  if (!isNewLog) {
    throw new Error(
      `No checkpoint for ${missing.join(', ')} on a log that has events. ` +
        'Say where to begin: npm run processes -- start <name> --from now|beginning',
    );
  }
  await createCheckpoints(missing, beginning, database.kysely);
};
