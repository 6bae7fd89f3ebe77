import type { Kysely } from 'kysely';
import type { EventLog } from '../../../domain/kernel/event-store.ts';
import type { ResumptionPorts } from '../../../processes/sequences/sequence-resumptions.ts';
import type { ReadModels } from '../../../projections/database.ts';
import type { Freshness } from '../../stores/postgres/freshness.ts';

type Parts = Readonly<{
  db: Kysely<ReadModels>;
  log: Pick<EventLog, 'head'>;
  freshness: Pick<Freshness, 'wait'>;
}>;

const patienceMs = 5_000;

/** What may go on, from the read models once they have caught up with the log. */
export const resumptionQueries = ({ db, log, freshness }: Parts): ResumptionPorts => {
  const caughtUp = async (name: 'enrollments' | 'sequences'): Promise<void> => {
    const head = await log.head();
    if (head && !(await freshness.wait([name], head.commit, patienceMs)))
      throw new Error(`the ${name} read model has not caught up`);
  };
  return {
    waitingIn: async (sequenceId, after, limit) => {
      await caughtUp('enrollments');
      const rows = await db
        .selectFrom('enrollments')
        .select('id')
        .where('sequence_id', '=', sequenceId)
        .where('status', '=', 'ACTIVE')
        .where('next_run_at', 'is', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },
    activeSequences: async (workspaceId, after, limit) => {
      await caughtUp('sequences');
      const rows = await db
        .selectFrom('sequences')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('status', '=', 'ACTIVE')
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },
  };
};
