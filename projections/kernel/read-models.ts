import { sql, type Kysely, type Transaction } from 'kysely';
import { beforeFirstEvent, createCheckpoints } from './checkpoint.ts';
import { ProjectionSubscriber } from './projection-subscriber.ts';
import type { Projection } from './projection.ts';
import { isLockTimeout, publish } from './published-views.ts';
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
 * The channel that carries the name of a read model whose builds changed.
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

/** The builds of one read model, locked until the transaction ends. */
const lockBuilds = async (model: string, tx: Transaction<unknown>): Promise<readonly Build[]> => {
  await sql`select pg_advisory_xact_lock(hashtext(current_schema() || ${`/read_model/${model}`}))`.execute(tx);
  const { rows } =
    await sql<Build>`select ${columns} from read_model where model = ${model} order by generation`.execute(tx);
  return rows;
};

const notify = (model: string, tx: Transaction<unknown>) =>
  sql`select pg_notify(${readModelChannel}, ${model})`.execute(tx);

const pointViewAt = async (build: Build, tx: Transaction<unknown>): Promise<void> => {
  await sql`drop view if exists ${sql.id(build.model)}`.execute(tx);
  await sql`create view ${sql.id(build.model)} as select * from ${sql.id(buildTable(build))}`.execute(tx);
};

/**
 * The longest a change of a view waits for its readers. Later readers queue behind the change, so
 * the wait is short and retried.
 */
const viewLockTimeoutMs = 1_000;

/** A transaction that gives a lock up after `viewLockTimeoutMs`. */
const withLockTimeout = <T>(db: Kysely<unknown>, run: (tx: Transaction<unknown>) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`select set_config('lock_timeout', ${String(viewLockTimeoutMs)}, true)`.execute(tx);
    return run(tx);
  });

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

/**
 * Starts a new build of a read model beside the live one. The very first build is live at once.
 *
 * @example
 * declare const projection: Projection;
 * declare const db: Kysely<unknown>;
 * const build = await startBuild(projection, db, { share: 0.5 });
 */
export const startBuild = async (
  projection: Projection,
  db: Kysely<unknown>,
  { share = 1 }: { share?: number } = {},
): Promise<Build> => {
  const started = await db.transaction().execute(async (tx) => {
    const builds = await lockBuilds(projection.name, tx);
    const first = !builds.some(({ status }) => status === 'live');
    const build: Build = {
      model: projection.name,
      generation: (builds.at(-1)?.generation ?? 0) + 1,
      version: projection.version,
      status: first ? 'live' : 'building',
      share,
    };
    await createTable(projection, buildTable(build), tx);
    await sql`
      insert into read_model (model, generation, version, status, share)
      values (${build.model}, ${build.generation}, ${build.version}, ${build.status}, ${share})`.execute(tx);
    await createCheckpoints([buildName(build)], beforeFirstEvent, tx);
    if (first) await pointViewAt(build, tx);
    await notify(build.model, tx);
    return build;
  });
  if (started.status === 'live') await publishBuild(projection, started, db);
  return started;
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
    await lockBuilds(model, tx);
    await sql`
      update read_model set status = 'building', share = ${share}
      where model = ${model} and generation = ${generation} and status <> 'live'`.execute(tx);
    await notify(model, tx);
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
  const builds = await lockBuilds(build.model, tx);
  if (!builds.some(({ generation }) => generation === build.generation))
    throw new Error(`${buildName(build)} was dropped`);
  await sql`update read_model set status = 'retired' where model = ${build.model} and status = 'live'`.execute(tx);
  await sql`
    update read_model set status = 'live', switched_at = now()
    where model = ${build.model} and generation = ${build.generation}`.execute(tx);
  await pointViewAt(build, tx);
  await notify(build.model, tx);
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
    const builds = await lockBuilds(build.model, tx);
    if (builds.some(({ generation, status }) => generation === build.generation && status === 'live'))
      throw new Error(`${buildName(build)} is live`);
    // Locks the checkpoint first, as those that apply events do: two transactions that lock in
    // different orders could deadlock.
    await sql`delete from checkpoint where subscriber = ${buildName(build)}`.execute(tx);
    await sql`delete from parked where subscriber = ${buildName(build)}`.execute(tx);
    await sql`delete from read_model where model = ${build.model} and generation = ${build.generation}`.execute(tx);
    await sql`drop table if exists ${sql.id(buildTable(build))}`.execute(tx);
    await notify(build.model, tx);
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

/**
 * Whether a newer release keeps this read model. An older one that runs beside it, or after a
 * rollback, leaves it alone.
 */
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
  const running: { subscriber: ProjectionSubscriber; build: Build }[] = [];
  for (const projection of projections) {
    const current = builds.filter(({ model }) => model === projection.name);
    if (current.length === 0 && isOfNewerRelease(projection, all)) continue;
    if (current.length === 0) current.push(await startBuild(projection, db));
    for (const build of current) running.push({ subscriber: subscriberOf(projection, build), build });
  }
  return running;
};
