import pLimit from 'p-limit';
import type { Position } from '../../../domain/kernel/event.ts';
import { runEvery } from '../../telemetry/run-every.ts';
import { isAfter } from '../../../domain/kernel/position.ts';
import { beforeFirstEvent } from '../../../projections/kernel/checkpoint.ts';
import type { Projection } from '../../../projections/kernel/projection.ts';
import { projectionsOfPart, type ProjectorPart } from '../../../projections/kernel/projector-part.ts';
import { ProjectionSubscriber } from '../../../projections/kernel/projection-subscriber.ts';
import {
  buildName,
  buildsToRun,
  buildTable,
  listBuilds,
  publishBuild,
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

/** The builds of a run and their shares, as text. A run continues while the text is unchanged. */
const signatureOf = (builds: readonly Build[]): string =>
  builds
    .map((build) => `${buildName(build)} ${build.share}`)
    .sort()
    .join();

/** How often the projector retries to replace a view that an analyst's open transaction locks. */
const publishEveryMs = 5_000;

const indexingTimeoutMs = 6 * 3_600_000;

/**
 * Two indexes use two processors while a third waits for the disk. Nothing is read for the waiting
 * builds meanwhile.
 */
const maxConcurrentIndexes = 3;

const group = 'projections';

/**
 * Keeps the read models up to date: starts missing builds, lets them catch up, and switches readers to them. A projector of a
 * part keeps the read models of that part only.
 */
export const runProjector = async (
  parts: SubscriptionParts,
  every: readonly Projection[],
  part?: ProjectorPart,
): Promise<RunningSubscription> => {
  const projections = part ? projectionsOfPart(every, part) : every;
  const { database, notifications, store, log } = parts;
  const indexing = openDatabase({
    url: database.connection.connectionString ?? '',
    applicationName: 'social-publishing indexes',
    connections: maxConcurrentIndexes,
    statementTimeoutMs: indexingTimeoutMs,
  });

  const indexLimit = pLimit(maxConcurrentIndexes);

  // At the start all views are checked, because a process may have ended between a switch and the
  // update of its views.
  const unpublished = new Set(projections.map(({ name }) => name));
  const stopPublishing = runEvery(
    publishEveryMs,
    async () => {
      if (unpublished.size === 0 || !projector.status().active) return;
      const live = buildsToRun(projections, await listBuilds(database.kysely)).filter(
        ({ status }) => status === 'live',
      );
      for (const projection of projections.filter(({ name }) => unpublished.has(name))) {
        const build = live.find(({ model }) => model === projection.name);
        if (!build || (await publishBuild(projection, build, indexing.kysely))) unpublished.delete(projection.name);
      }
    },
    (error) => log.warn({ error }, 'the views of analysts could not be pointed at the newest build'),
  );

  const makePlan = async (): Promise<Readonly<{ plan: SubscriptionPlan; signature: string }>> => {
    const running = await subscribersFor(projections, database.kysely);
    const head: Position = (await store.head()) ?? beforeFirstEvent;
    const buildOf = new Map<Subscriber, Build>(running.map(({ subscriber, build }) => [subscriber, build]));
    const catchingUp = new Set<ProjectionSubscriber>();
    const plan: SubscriptionPlan = {
      subscribers: running.map(({ subscriber }) => subscriber),
      synchronousCommit: false,
      shareOf: (subscriber) => buildOf.get(subscriber)?.share ?? 1,
      report: {
        joining: async (subscriber) => {
          const build = buildOf.get(subscriber);
          if (!build || !(subscriber instanceof ProjectionSubscriber)) return;
          await createIndexes(subscriber.projection, buildTable(build), indexing.kysely, indexLimit);
        },
        joined: (subscriber) => {
          if (subscriber instanceof ProjectionSubscriber) catchingUp.add(subscriber);
        },
        // A build that joined has not always caught up: without a live build, the unfinished builds
        // form the group.
        moved: async (position) => {
          if (catchingUp.size === 0 || isAfter(head, position)) return;
          for (const subscriber of [...catchingUp]) {
            const build = buildOf.get(subscriber);
            if (!build || !catchingUp.delete(subscriber)) continue;
            if (build.status === 'building') {
              if (!(await switchTo(subscriber.projection, build, indexing.kysely))) unpublished.add(build.model);
              log.info({ build: subscriber.name }, 'readers see a new build of a read model');
            } else {
              // The very first build is live from its first event, but like every build it gets its
              // indexes when it has caught up.
              await createIndexes(subscriber.projection, buildTable(build), indexing.kysely);
            }
          }
        },
      },
    };
    return { plan, signature: signatureOf(running.map(({ build }) => build)) };
  };

  let planned: Promise<string> = Promise.resolve('');
  const projector = await runSubscription(
    part ? `${group}/${part.part}-of-${part.of}` : group,
    async () => {
      const making = makePlan();
      planned = making.then(({ signature }) => signature).catch(() => '');
      return (await making).plan;
    },
    parts,
    part && group,
  );
  /** A build that a command started, resumed or dropped changes the plan. */
  const restartIfChanged = async (): Promise<void> => {
    const current = await planned;
    const wanted = signatureOf(buildsToRun(projections, await listBuilds(database.kysely)));
    if (wanted !== current) projector.restart();
  };
  const leave = await notifications.subscribe(readModelChannel, () => {
    restartIfChanged().catch((error: unknown) => log.warn({ error }, 'the list of read models could not be read'));
  });
  return {
    ...projector,
    stop: async () => {
      await leave();
      await stopPublishing();
      await projector.stop();
      await indexing.close();
    },
  };
};
