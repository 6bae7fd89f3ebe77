import type { Kysely } from 'kysely';
import type { PersonaPorts } from '../../../commands/personas/persona-ports.ts';
import type { ReadModels } from '../../../projections/database.ts';

type Parts = Readonly<{
  db: Kysely<ReadModels>;
  /** Waits, for a limited time, until these read models have reached the workspace's last write. */
  settled(workspaceId: string, models: readonly string[]): Promise<void>;
}>;

/** Counts the posts that refer to a persona. */
export const postsOfPersona =
  ({ db, settled }: Parts): PersonaPorts['postsOf'] =>
  async (workspaceId, personaId) => {
    await settled(workspaceId, ['persona_posts']);
    const { count } = await db
      .selectFrom('persona_posts')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('workspace_id', '=', workspaceId)
      .where('persona_id', '=', personaId)
      .executeTakeFirstOrThrow();
    return Number(count);
  };
