import { sql, type Kysely, type Transaction } from 'kysely';
import { beforeFirstEvent, createCheckpoints } from './checkpoint.ts';
import { ProjectionSubscriber } from './projection-subscriber.ts';
import type { Projection } from './projection.ts';
import { hasAnalytics, isLockTimeout, publish, withLockTimeout } from './published-views.ts';
import { createIndexes, createTable } from './table.ts';

/**
 * One table that holds, or will hold, a read model: readers see the live build through a view of
 * the model's name.
 */
export type Build = Readonly<{
  model: string;
  generation: number;
  version: number;
  status: 'building' | 'live' | 'retired';
  /** The share of time that its catching up may take, above 0 and at most 1. */
  share: number;
}>;

/**
 * The channel that carries the names of read models whose builds changed, with a space between them.
 *
 * @example
 * readModelChannel; // 'read_model'
 */
export const readModelChannel = 'read_model';

/**
 * @example
 * buildName({ model: 'posts', generation: 2 }); // 'posts#2'
 */
export const buildName = ({ model, generation }: Pick<Build, 'model' | 'generation'>): string =>
  `${model}#${generation}`;
/**
 * @example
 * buildTable({ model: 'posts', generation: 2 }); // 'posts_g2'
 */
export const buildTable = ({ model, generation }: Pick<Build, 'model' | 'generation'>): string =>
  `${model}_g${generation}`;

const columns = sql`model, generation, version, status, share`;

/**
 * @example
 * declare const db: Kysely<unknown>;
 * const live = (await listBuilds(db)).filter(({ status }) => status === 'live');
 */
export const listBuilds = async (db: Kysely<unknown>): Promise<readonly Build[]> => {
  const { rows } = await sql<Build>`select ${columns} from read_model order by model, generation`.execute(db);
  return rows;
};

/**
 * The builds of some read models, locked until the transaction ends. Locks are taken in the order of the names, so that two
 * transactions do not wait for each other.
 */
const lockBuilds = async (models: readonly string[], tx: Transaction<unknown>): Promise<readonly Build[]> => {
  await sql`
    select pg_advisory_xact_lock(hashtext(current_schema() || '/read_model/' || model))
    from unnest(${models.toSorted()}::text[]) as model`.execute(tx);
  const { rows } = await sql<Build>`
    select ${columns} from read_model where model = any(${models}) order by model, generation`.execute(tx);
  return rows;
};

const notify = (models: readonly string[], tx: Transaction<unknown>) =>
  sql`select pg_notify(${readModelChannel}, ${models.join(' ')})`.execute(tx);

const pointViewAt = async (build: Build, tx: Transaction<unknown>): Promise<void> => {
  await sql`drop view if exists ${sql.id(build.model)}`.execute(tx);
  await sql`create view ${sql.id(build.model)} as select * from ${sql.id(buildTable(build))}`.execute(tx);
};

/**
 * Points the views that analysts read at a build. It is a transaction of its own, so that an
 * analyst's open transaction delays the analysts' views only. False where such a transaction holds
 * a lock: call again.
 *
 * @example
 * declare const projection: Projection;
 * declare const build: Build;
 * declare const db: Kysely<unknown>;
 * const isPublished = await publishBuild(projection, build, db);
 */
export const publishBuild = (projection: Projection, build: Build, db: Kysely<unknown>): Promise<boolean> =>
  withLockTimeout(db, (tx) => publish(projection, buildTable(build), tx)).then(
    () => true,
    (error: unknown) => {
      if (isLockTimeout(error)) return false;
      throw error;
    },
  );

/** The build that comes after those of its read model. The very first one is live at once. */
const nextBuild = ({ name, version }: Projection, all: readonly Build[], share: number): Build => {
  const builds = all.filter(({ model }) => model === name);
  return {
    model: name,
    generation: (builds.at(-1)?.generation ?? 0) + 1,
    version,
    status: builds.some(({ status }) => status === 'live') ? 'building' : 'live',
    share,
  };
};

/**
 * Starts a new build of each of some read models, beside the live one. The very first build is live at once. They start in one
 * transaction: the first start of a service has all read models to make, and a commit waits for the disk. With `onlyMissing` those
 * that have a build to run get no other: two projectors may find the same ones missing.
 *
 * @example
 * declare const projections: readonly Projection[];
 * declare const db: Kysely<unknown>;
 * const builds = (await startBuilds(projections, db)).map(({ build }) => build);
 */
export const startBuilds = async (
  projections: readonly Projection[],
  db: Kysely<unknown>,
  { share = 1, onlyMissing = false }: { share?: number; onlyMissing?: boolean } = {},
): Promise<readonly Readonly<{ projection: Projection; build: Build }>[]> => {
  if (projections.length === 0) return [];
  const started = await db.transaction().execute(async (tx) => {
    const before = await lockBuilds(
      projections.map(({ name }) => name),
      tx,
    );
    const wanted = projections.filter((each) => !onlyMissing || buildsToRun([each], before).length === 0);
    const models = wanted.map(({ name }) => name);
    const made = wanted.map((projection) => ({ projection, build: nextBuild(projection, before, share) }));
    const builds = made.map(({ build }) => build);
    for (const { projection, build } of made) await createTable(projection, buildTable(build), tx);
    await sql`
      insert into read_model (${columns})
      select ${columns} from jsonb_populate_recordset(null::read_model, ${JSON.stringify(builds)}::jsonb)`.execute(tx);
    await createCheckpoints(builds.map(buildName), beforeFirstEvent, tx);
    for (const build of builds) if (build.status === 'live') await pointViewAt(build, tx);
    await notify(models, tx);
    return made;
  });
  const first = started.filter(({ build }) => build.status === 'live');
  // Most services have no analysts.
  if (first.length > 0 && (await db.transaction().execute(hasAnalytics)))
    for (const { projection, build } of first) await publishBuild(projection, build, db);
  return started;
};

/**
 * Starts a new build of one read model.
 *
 * @example
 * declare const projection: Projection;
 * declare const db: Kysely<unknown>;
 * const build = await startBuild(projection, db, { share: 0.5 });
 */
export const startBuild = async (
  projection: Projection,
  db: Kysely<unknown>,
  options?: { share?: number },
): Promise<Build> => {
  const [started] = await startBuilds([projection], db, options);
  if (!started) throw new Error(`no build of ${projection.name} was started`);
  return started.build;
};

/**
 * Lets an unfinished or retired build catch up, so that readers can be switched to it. A live one
 * does not change.
 *
 * @example
 * declare const db: Kysely<unknown>;
 * await resumeBuild({ model: 'posts', generation: 1 }, db);
 */
export const resumeBuild = async (
  { model, generation }: Pick<Build, 'model' | 'generation'>,
  db: Kysely<unknown>,
  { share = 1 }: { share?: number } = {},
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockBuilds([model], tx);
    await sql`
      update read_model set status = 'building', share = ${share}
      where model = ${model} and generation = ${generation} and status <> 'live'`.execute(tx);
    await notify([model], tx);
  });

/**
 * Makes a build the live one, atomically. The old one stays, retired, until it is dropped. Answers
 * whether analysts see the new one too; where they do not, `publishBuild` is to be called again.
 *
 * @example
 * declare const projection: Projection;
 * declare const build: Build;
 * declare const db: Kysely<unknown>;
 * const isPublished = await switchTo(projection, build, db);
 */
export const switchTo = async (projection: Projection, build: Build, db: Kysely<unknown>): Promise<boolean> => {
  await createIndexes(projection, buildTable(build), db);
  for (;;) {
    try {
      await withLockTimeout(db, (tx) => switchView(build, tx));
      return await publishBuild(projection, build, db);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
    }
  }
};

const switchView = async (build: Build, tx: Transaction<unknown>): Promise<void> => {
  const builds = await lockBuilds([build.model], tx);
  if (!builds.some(({ generation }) => generation === build.generation))
    throw new Error(`${buildName(build)} was dropped`);
  await sql`update read_model set status = 'retired' where model = ${build.model} and status = 'live'`.execute(tx);
  await sql`
    update read_model set status = 'live', switched_at = now()
    where model = ${build.model} and generation = ${build.generation}`.execute(tx);
  await pointViewAt(build, tx);
  await notify([build.model], tx);
};

/**
 * Drops a build that is not live.
 *
 * @example
 * declare const db: Kysely<unknown>;
 * await dropBuild({ model: 'posts', generation: 1 }, db);
 */
export const dropBuild = async (build: Pick<Build, 'model' | 'generation'>, db: Kysely<unknown>): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    const builds = await lockBuilds([build.model], tx);
    if (builds.some(({ generation, status }) => generation === build.generation && status === 'live'))
      throw new Error(`${buildName(build)} is live`);
    // Locks the checkpoint first, as those that apply events do: two transactions that lock in
    // different orders could deadlock.
    await sql`delete from checkpoint where subscriber = ${buildName(build)}`.execute(tx);
    await sql`delete from parked where subscriber = ${buildName(build)}`.execute(tx);
    await sql`delete from read_model where model = ${build.model} and generation = ${build.generation}`.execute(tx);
    await sql`drop table if exists ${sql.id(buildTable(build))}`.execute(tx);
    await notify([build.model], tx);
  });
};

/**
 * The builds that this code must run: of its own versions, live or catching up.
 *
 * @example
 * declare const projections: readonly Projection[];
 * declare const db: Kysely<unknown>;
 * const builds = buildsToRun(projections, await listBuilds(db));
 */
export const buildsToRun = (projections: readonly Projection[], builds: readonly Build[]): readonly Build[] => {
  const versions = new Map(projections.map(({ name, version }) => [name, version]));
  return builds.filter(({ model, version, status }) => versions.get(model) === version && status !== 'retired');
};

/** Whether a newer release keeps this read model. An older one beside it, or after a rollback, leaves it alone. */
const isOfNewerRelease = ({ name, version }: Projection, builds: readonly Build[]): boolean =>
  builds.some((build) => build.model === name && build.version > version && build.status !== 'retired');

/**
 * @example
 * declare const projection: Projection;
 * declare const build: Build;
 * const { name, handles } = subscriberOf(projection, build);
 */
export const subscriberOf = (projection: Projection, build: Build): ProjectionSubscriber =>
  new ProjectionSubscriber(projection, { name: buildName(build), table: buildTable(build) });

/**
 * The subscribers this code must run: for each projection the build of its own version, live or
 * catching up, started if there is none; and every other unfinished build of that version (a
 * rebuild).
 *
 * @example
 * declare const projections: readonly Projection[];
 * declare const db: Kysely<unknown>;
 * const subscribers = (await subscribersFor(projections, db)).map(({ subscriber }) => subscriber);
 */
export const subscribersFor = async (
  projections: readonly Projection[],
  db: Kysely<unknown>,
): Promise<readonly { subscriber: ProjectionSubscriber; build: Build }[]> => {
  const all = await listBuilds(db);
  const builds = buildsToRun(projections, all);
  const missing = projections.filter(
    (projection) => !builds.some(({ model }) => model === projection.name) && !isOfNewerRelease(projection, all),
  );
  await startBuilds(missing, db, { onlyMissing: true });
  const running = buildsToRun(projections, await listBuilds(db));
  return projections.flatMap((projection) =>
    running
      .filter(({ model }) => model === projection.name)
      .map((build) => ({ subscriber: subscriberOf(projection, build), build })),
  );
};
