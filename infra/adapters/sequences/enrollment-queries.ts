import { sql, type Kysely } from 'kysely';
import type { EventLog } from '../../../domain/kernel/event-store.ts';
import type { EnrollmentPorts } from '../../../processes/sequences/sequence-enrollments.ts';
import type { ReadModels } from '../../../projections/database.ts';
import { batched } from '../../stores/postgres/batched.ts';
import type { Freshness } from '../../stores/postgres/freshness.ts';

type Parts = Readonly<{
  db: Kysely<ReadModels>;
  log: Pick<EventLog, 'head'>;
  freshness: Pick<Freshness, 'wait'>;
}>;

const patienceMs = 5_000;
/** The sequences whose rules count: more than a workspace has use for. */
const maxSequences = 200;
/** More contacts than come to a workspace at the same time. */
const maxAsked = 1_000;

/** Which sequences enroll contacts by themselves. An import asks once for many contacts. */
export const enrollmentQueries = ({ db, log, freshness }: Parts): EnrollmentPorts => {
  /** The same answer for all that ask about one workspace: it began after the last of their questions. */
  const withRules = async (asked: readonly string[]) => {
    const [workspaceId = ''] = asked;
    const head = await log.head();
    if (head && !(await freshness.wait(['sequences'], head.commit, patienceMs)))
      throw new Error('the sequences read model has not caught up');
    const rows = await db
      .selectFrom('sequences')
      .select(['id', sql<Record<string, unknown>>`view -> 'enrollmentRules'`.as('enrollmentRules')])
      .where('workspace_id', '=', workspaceId)
      .where('status', '=', 'ACTIVE')
      .where(sql<boolean>`(view -> 'enrollmentRules')::text <> '{}'`)
      .orderBy('id')
      .limit(maxSequences)
      .execute();
    return asked.map(() => rows);
  };
  return { sequencesWithRules: batched(withRules, { maxBatch: maxAsked, keyOf: (workspaceId) => workspaceId }) };
};
