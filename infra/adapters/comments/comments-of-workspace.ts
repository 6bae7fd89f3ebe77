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
 * What others wrote to a workspace, once the read model has caught up with the log: an erasure must miss
 * none.
 */
export const commentsOfWorkspace =
  ({ db, log, freshness }: Parts): CommentErasurePorts['commentsOf'] =>
  async (workspaceId, after, limit, kind) => {
    const head = await log.head();
    if (head && !(await freshness.wait([kind], head.commit, patienceMs)))
      throw new Error(`the read model ${kind} has not caught up`);
    const rows = await db
      .selectFrom(kind)
      .select(['id', 'contact_id'])
      .where('workspace_id', '=', workspaceId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id, contact_id: contactId }) => ({ id, contactId }));
  };
