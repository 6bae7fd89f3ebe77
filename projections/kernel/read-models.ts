import { sql, type Kysely, type Transaction } from 'kysely';
import { beginning, createCheckpoints } from './checkpoint.ts';
import { ProjectionSubscriber } from './projection-subscriber.ts';
import type { Projection } from './projection.ts';
import { createIndexes, createTable } from './table.ts';

/** One table that holds, or will hold, a read model: readers see the live build through a view of the model's name. */
export type Build = Readonly<{
  model: string;
  generation: number;
  version: number;
  status: 'building' | 'live' | 'retired';
}>;

export const readModelChannel = 'read_model';

export const buildName = ({ model, generation }: Pick<Build, 'model' | 'generation'>): string =>
  `${model}#${generation}`;
export const buildTable = ({ model, generation }: Pick<Build, 'model' | 'generation'>): string =>
  `${model}_g${generation}`;

export const listBuilds = async (db: Kysely<unknown>): Promise<readonly Build[]> => {
  const { rows } = await sql<Build>`
    select model, generation, version, status from read_model order by model, generation`.execute(db);
  return rows;
};

const pointViewAt = async (build: Build, tx: Transaction<unknown>): Promise<void> => {
  await sql`drop view if exists ${sql.id(build.model)}`.execute(tx);
  await sql`create view ${sql.id(build.model)} as select * from ${sql.id(buildTable(build))}`.execute(tx);
  await sql`select pg_notify(${readModelChannel}, ${build.model})`.execute(tx);
};

/** Starts a new build of a read model beside whatever is live; the first build ever is live at once. */
export const startBuild = async (projection: Projection, db: Kysely<unknown>): Promise<Build> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`read_model/${projection.name}`}))`.execute(tx);
    const { rows } = await sql<Build>`
      select model, generation, version, status from read_model where model = ${projection.name} order by generation`.execute(
      tx,
    );
    const first = !rows.some(({ status }) => status === 'live');
    const build: Build = {
      model: projection.name,
      generation: (rows.at(-1)?.generation ?? 0) + 1,
      version: projection.version,
      status: first ? 'live' : 'building',
    };
    await createTable(projection, buildTable(build), tx);
    await sql`
      insert into read_model (model, generation, version, status)
      values (${build.model}, ${build.generation}, ${build.version}, ${build.status})`.execute(tx);
    await createCheckpoints([buildName(build)], beginning, tx);
    if (first) {
      await createIndexes(projection, buildTable(build), tx);
      await pointViewAt(build, tx);
    }
    return build;
  });

/** Makes a build the one readers see, atomically. The old one stays, retired, until it is dropped. */
export const switchTo = async (projection: Projection, build: Build, db: Kysely<unknown>): Promise<void> => {
  await createIndexes(projection, buildTable(build), db);
  await db.transaction().execute(async (tx) => {
    await sql`update read_model set status = 'retired' where model = ${build.model} and status = 'live'`.execute(tx);
    await sql`
      update read_model set status = 'live', switched_at = now()
      where model = ${build.model} and generation = ${build.generation}`.execute(tx);
    await pointViewAt(build, tx);
  });
};

/** Drops a build that readers do not see. */
export const dropBuild = async (build: Build, db: Kysely<unknown>): Promise<void> => {
  if (build.status === 'live') throw new Error(`${buildName(build)} is live`);
  await db.transaction().execute(async (tx) => {
    await sql`drop table if exists ${sql.id(buildTable(build))}`.execute(tx);
    await sql`delete from checkpoint where subscriber = ${buildName(build)}`.execute(tx);
    await sql`delete from parked where subscriber = ${buildName(build)}`.execute(tx);
    await sql`delete from read_model where model = ${build.model} and generation = ${build.generation}`.execute(tx);
  });
};

/**
 * The subscribers this code must run: for each projection the build of its own version, live or on its way, started if there is
 * none; and every other unfinished build of that version (a rebuild).
 */
export const subscribersFor = async (
  projections: readonly Projection[],
  db: Kysely<unknown>,
): Promise<readonly { subscriber: ProjectionSubscriber; build: Build }[]> => {
  const builds = await listBuilds(db);
  const running: { subscriber: ProjectionSubscriber; build: Build }[] = [];
  for (const projection of projections) {
    const current = builds.filter(
      ({ model, version, status }) =>
        model === projection.name && version === projection.version && status !== 'retired',
    );
    if (current.length === 0) current.push(await startBuild(projection, db));
    for (const build of current) {
      const subscriber = new ProjectionSubscriber(projection, { name: buildName(build), table: buildTable(build) });
      running.push({ subscriber, build });
    }
  }
  return running;
};
