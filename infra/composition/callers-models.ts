import { sql, type Kysely } from 'kysely';
import type { ReadModels } from '../../projections/database.ts';

/** The read models by which callers are recognised. A node without them answers 401 or 404 to people that the log knows. */
const callersModels = ['api_keys', 'memberships', 'users', 'workspaces'];

/** Why callers cannot be recognised yet; undefined where they can. */
export const missingCallersModels = async (db: Kysely<ReadModels>): Promise<string | undefined> => {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${callersModels}::text[]) as wanted(name) where to_regclass(name) is null`.execute(db);
  return rows.length === 0 ? undefined : `no projector has made ${rows.map(({ name }) => name).join(', ')}`;
};
