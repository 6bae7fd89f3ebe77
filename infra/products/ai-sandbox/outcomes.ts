import { sql, type Kysely, type Migration } from 'kysely';

export const aiOutcomes = ['ok', 'error', 'slow'] as const;
export type AiOutcome = (typeof aiOutcomes)[number];

/** How the next calls of a workspace end. */
export interface AiOutcomes {
  set(workspaceId: string, outcome: AiOutcome, times: number): Promise<void>;
  /** The outcome of this call; each call takes one of the `times`. */
  take(workspaceId: string): Promise<AiOutcome>;
}

type Tables = { sandbox_ai_outcome: { workspace_id: string; outcome: AiOutcome; times: number } };

export const storedAiOutcomes = (database: Kysely<Record<never, never>>): AiOutcomes => {
  const kysely = database.withTables<Tables>();
  return {
    async set(workspaceId, outcome, times) {
      const row = { outcome, times };
      await kysely
        .insertInto('sandbox_ai_outcome')
        .values({ workspace_id: workspaceId, ...row })
        .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(row))
        .execute();
    },
    async take(workspaceId) {
      const taken = await kysely
        .updateTable('sandbox_ai_outcome')
        .set((row) => ({ times: row('times', '-', 1) }))
        .where('workspace_id', '=', workspaceId)
        .where('times', '>', 0)
        .returning('outcome')
        .executeTakeFirst();
      return taken?.outcome ?? 'ok';
    },
  };
};

export const aiSandboxMigrations: Readonly<Record<string, Migration>> = {
  '2026-11-23-ai-sandbox': {
    up: async (kysely: Kysely<unknown>) => {
      await sql`create table sandbox_ai_outcome (
        workspace_id text primary key, outcome text not null, times integer not null)`.execute(kysely);
    },
  },
};
