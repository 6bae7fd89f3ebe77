import type { Unparked } from '../../../commands/operations/operation-endpoints.ts';
import { announceParking, readCheckpoints, unparkSubscriber } from '../../../projections/kernel/checkpoint.ts';
import { listParked } from '../../../projections/kernel/parking.ts';
import type { Projection } from '../../../projections/kernel/projection.ts';
import {
  buildName,
  buildsToRun,
  listBuilds,
  resumeBuild,
  startBuild,
  type Build,
} from '../../../projections/kernel/read-models.ts';
import { unparkKey } from '../../../projections/kernel/unpark.ts';
import type { Database } from '../../stores/postgres/database.ts';
import { lagOf } from './lag.ts';
import type { ServiceEventStore } from '../../stores/event-store/service-event-store.ts';

type Stores = Readonly<{ database: Database; store: ServiceEventStore }>;

/** Every read model of this code with the position of each build and its parked keys. */
export const readModelsOverview = async (
  { database, store }: Stores,
  projections: readonly Projection[],
  seconds?: ReadonlyMap<string, number>,
) => {
  const db = database.kysely;
  const [builds, checkpoints, parked, head] = await Promise.all([
    listBuilds(db),
    readCheckpoints(db),
    listParked(db),
    store.headSeen(),
  ]);
  return projections.map(({ name, version, description: says }) => ({
    name,
    version,
    says,
    builds: builds
      .filter(({ model }) => model === name)
      .map((build) => {
        const checkpoint = checkpoints.get(buildName(build));
        const commit = checkpoint?.position.commit ?? -1n;
        return {
          generation: build.generation,
          version: build.version,
          status: build.status,
          share: build.share,
          commit: commit.toString(),
          events: checkpoint?.events ?? 0,
          /** The share of the log that it has passed, from 0 to 1. */
          done: head === undefined || commit >= head.commit ? 1 : Math.max(0, Number(commit) / Number(head.commit)),
          caughtUp: head === undefined || commit >= head.commit,
          lag: lagOf(buildName(build), { checkpoints, head: head?.commit, seconds }),
          parked: checkpoint?.parked ?? null,
          parkedKeys: parked
            .filter(({ subscriber }) => subscriber === buildName(build))
            .map(({ key, workspaceId, stream, eventType, error, parkedAt }) => ({
              key,
              workspaceId,
              stream,
              eventType,
              error,
              parkedAt,
            })),
        };
      }),
  }));
};

/**
 * The build of the code's version to wait for: an unfinished one continues, else a new one begins.
 */
export const beginBuild = async (
  projection: Projection,
  share: number,
  { database }: Pick<Stores, 'database'>,
): Promise<Build> => {
  const unfinished = (await listBuilds(database.kysely)).find(
    ({ model, version, status }) =>
      model === projection.name && version === projection.version && status === 'building',
  );
  if (!unfinished) return startBuild(projection, database.kysely, { share });
  await resumeBuild(unfinished, database.kysely, { share });
  return { ...unfinished, share };
};

/** Unparks the running builds of a read model and folds their parked keys again, or the one key. */
export const unparkReadModel = async (
  projection: Projection,
  wanted: string | undefined,
  { database, store }: Stores,
): Promise<Unparked> => {
  const db = database.kysely;
  const readStream = (stream: string) => store.readCarrying(stream);
  const freed: string[] = [];
  const still: { name: string; error: string }[] = [];
  for (const build of buildsToRun([projection], await listBuilds(db))) {
    const name = buildName(build);
    const keys = (await listParked(db)).filter(({ subscriber }) => subscriber === name).map(({ key }) => key);
    for (const key of wanted === undefined ? keys : [wanted]) {
      const result = await unparkKey({ projection, build, key }, readStream, db);
      if (result.outcome === 'freed') freed.push(`${name} ${key}`);
      if (result.outcome === 'parked') still.push({ name: `${name} ${key}`, error: result.still.error });
    }
    if (wanted === undefined && (await unparkSubscriber(name, db))) {
      await announceParking(name, db);
      freed.push(name);
    }
  }
  return { freed, still };
};
