import type { Position } from '../../../domain/kernel/event.ts';
import { isAfter } from '../../../domain/kernel/position.ts';
import { beforeFirstEvent, createCheckpoints, readCheckpoints } from '../../../projections/kernel/checkpoint.ts';
import { Semaphore } from '../../../projections/kernel/semaphore.ts';
import type { Projection } from '../../../projections/kernel/projection.ts';
import { ProjectionSubscriber } from '../../../projections/kernel/projection-subscriber.ts';
import {
  buildName,
  buildsToRun,
  buildTable,
  listBuilds,
  readModelChannel,
  subscribersFor,
  switchTo,
  type Build,
} from '../../../projections/kernel/read-models.ts';
import type { Subscriber } from '../../../projections/kernel/subscriber.ts';
import { createIndexes } from '../../../projections/kernel/table.ts';
import { openDatabase } from '../../stores/postgres/database.ts';
import {
  runSubscription,
  type RunningSubscription,
  type SubscriptionParts,
  type SubscriptionPlan,
} from './run-subscription.ts';

/** What a round of reading depends on: while it stays the same, there is no reason to begin another. */
const composition = (builds: readonly Build[]): string =>
  builds
    .map((build) => `${buildName(build)} ${build.share}`)
    .sort()
    .join();

/** An index over a large table takes as long as it takes. */
const indexingTimeoutMs = 6 * 3_600_000;

/** While read models wait for their indexes nothing is read for them, so the database may use two processors while a third index waits for the disk. */
const indexingAtOnce = 3;

/** Keeps the read models: builds what is missing, catches up, switches to new builds. */
export const runProjector = async (
  parts: SubscriptionParts,
  projections: readonly Projection[],
): Promise<RunningSubscription> => {
  const { database, notifications, store, log } = parts;
  const indexing = openDatabase({
    url: database.connection.connectionString ?? '',
    applicationName: 'social-publishing indexes',
    connections: indexingAtOnce,
    statementTimeoutMs: indexingTimeoutMs,
  });

  const gate = new Semaphore(indexingAtOnce);

  const plan = async (): Promise<Readonly<{ scan: SubscriptionPlan; composition: string }>> => {
    const running = await subscribersFor(projections, database.kysely);
    const caughtUpAt: Position = (await store.head()) ?? beforeFirstEvent;
    const buildOf = new Map<Subscriber, Build>(running.map(({ subscriber, build }) => [subscriber, build]));
    const waiting = new Set<ProjectionSubscriber>();
    const scan: SubscriptionPlan = {
      subscribers: running.map(({ subscriber }) => subscriber),
      synchronousCommit: false,
      shareOf: (subscriber) => buildOf.get(subscriber)?.share ?? 1,
      report: {
        joining: async (subscriber) => {
          const build = buildOf.get(subscriber);
          if (!build || !(subscriber instanceof ProjectionSubscriber)) return;
          await createIndexes(subscriber.projection, buildTable(build), indexing.kysely, gate);
        },
        joined: (subscriber) => {
          if (subscriber instanceof ProjectionSubscriber) waiting.add(subscriber);
        },
        // To have joined is not enough: where no live build takes part, unfinished ones are the furthest of all.
        moved: async (position) => {
          if (waiting.size === 0 || isAfter(caughtUpAt, position)) return;
          for (const subscriber of [...waiting]) {
            const build = buildOf.get(subscriber);
            if (!build || !waiting.delete(subscriber)) continue;
            if (build.status === 'building') {
              await switchTo(subscriber.projection, build, indexing.kysely);
              log.info({ build: subscriber.name }, 'readers see a new build of a read model');
            } else {
              // The first build ever is live from its first event; its indexes wait, as those of every other build, until it caught up.
              await createIndexes(subscriber.projection, buildTable(build), indexing.kysely);
            }
          }
        },
      },
    };
    return { scan, composition: composition(running.map(({ build }) => build)) };
  };

  let planned: Promise<string> = Promise.resolve('');
  const projector = await runSubscription(
    'projections',
    async () => {
      const drawingUp = plan();
      planned = drawingUp.then((drawn) => drawn.composition).catch(() => '');
      return (await drawingUp).scan;
    },
    parts,
  );
  /** A build that was started, resumed or dropped by a command makes another plan necessary. */
  const look = async (): Promise<void> => {
    const current = await planned;
    const wanted = composition(buildsToRun(projections, await listBuilds(database.kysely)));
    if (wanted !== current) projector.restart();
  };
  const leave = await notifications.subscribe(readModelChannel, () => {
    look().catch((error: unknown) => log.warn({ error }, 'the list of read models could not be read'));
  });
  return {
    ...projector,
    stop: async () => {
      await leave();
      await projector.stop();
      await indexing.close();
    },
  };
};

/**
 * Makes sure that every process has its checkpoint. On an empty log they begin at its beginning; on any other a missing one is refused,
 * because a process that replayed history would send it into the world again.
 */
export const requireProcessCheckpoints = async (
  names: readonly string[],
  { database, store }: Pick<SubscriptionParts, 'database' | 'store'>,
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
  await createCheckpoints(missing, beforeFirstEvent, database.kysely);
};
