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

/** Enrollments without a due time, once the read model has caught up with the log. */
export const waitingEnrollments =
  ({ db, log, freshness }: Parts): ResumptionPorts['waitingIn'] =>
  async (sequenceId, after, limit) => {
    const head = await log.head();
    if (head && !(await freshness.wait(['enrollments'], head.commit, patienceMs)))
      throw new Error('the enrollments read model has not caught up');
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
  };
