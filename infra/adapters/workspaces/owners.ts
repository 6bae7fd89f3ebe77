import type { Kysely } from 'kysely';
import type { ReadModels } from '../../../projections/database.ts';

/**
 * The mail addresses of a workspace's first ten owners, who are notified when something stops
 * working.
 */
export const ownersOf =
  (db: Kysely<ReadModels>) =>
  async (workspaceId: string): Promise<readonly string[]> => {
    const rows = await db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select('users.email')
      .where('memberships.workspace_id', '=', workspaceId)
      .where('memberships.role', '=', 'OWNER')
      .orderBy('memberships.joined_at')
      .limit(10)
      .execute();
    return rows.map(({ email }) => email);
  };
