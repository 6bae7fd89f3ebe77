import { sql, type Kysely } from 'kysely';
import { dropBuild, type Build } from '../../../projections/kernel/read-models.ts';

/**
 * Builds of read models that were begun before the log last moved. Their rows may hold places of the
 * store that the log left.
 */
export const oldBuilds = async (
  db: Kysely<unknown>,
): Promise<readonly Pick<Build, 'model' | 'generation' | 'status'>[]> => {
  const { rows } = await sql<Pick<Build, 'model' | 'generation' | 'status'>>`
    select model, generation, status from read_model
    where created_at < (select max(moved_at) from audit_move) order by model, generation`.execute(db);
  return rows;
};

/** Drops the old builds that readers do not see. */
export const dropOldBuilds = async (db: Kysely<unknown>): Promise<void> => {
  for (const build of await oldBuilds(db)) if (build.status !== 'live') await dropBuild(build, db);
};
