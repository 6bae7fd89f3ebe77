import type { Kysely } from 'kysely';
import type { ReadModels } from '../../../projections/database.ts';

const perPage = 200;

/** The ids of all workspaces that a person is a member of. */
export const membershipsOf = async (userId: string, db: Kysely<ReadModels>): Promise<readonly string[]> => {
  const all: string[] = [];
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('memberships')
      .select('workspace_id')
      .where('user_id', '=', userId)
      .where('workspace_id', '>', after)
      .orderBy('workspace_id')
      .limit(perPage)
      .execute();
    all.push(...rows.map((row) => row.workspace_id));
    const last = all.at(-1);
    if (last === undefined || rows.length < perPage) return all;
    after = last;
  }
};
