import type { Kysely } from 'kysely';
import type { EventLog } from '../../../domain/kernel/event-store.ts';
import type { CommentErasurePorts } from '../../../processes/erasure/forget-comments.ts';
import type { ReadModels } from '../../../projections/database.ts';
import type { Freshness } from '../../stores/postgres/freshness.ts';

type Parts = Readonly<{
  db: Kysely<ReadModels>;
  log: Pick<EventLog, 'head'>;
  freshness: Pick<Freshness, 'wait'>;
}>;

const patienceMs = 5_000;

/**
 * The comments of a workspace, once the read model has caught up with the log: an erasure must miss
 * none.
 */
export const commentsOfWorkspace =
  ({ db, log, freshness }: Parts): CommentErasurePorts['commentsOf'] =>
  async (workspaceId, after, limit) => {
    const head = await log.head();
    if (head && !(await freshness.wait(['comments'], head.commit, patienceMs)))
      throw new Error('the comments read model has not caught up');
    const rows = await db
      .selectFrom('comments')
      .select(['id', 'contact_id'])
      .where('workspace_id', '=', workspaceId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id, contact_id: contactId }) => ({ id, contactId }));
  };
