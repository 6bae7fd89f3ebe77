import type { Kysely } from 'kysely';
import type { EventLog } from '../../../domain/kernel/event-store.ts';
import type { StoredBytesOf } from '../../../domain/media/storage-room.ts';
import type { ReadModels } from '../../../projections/database.ts';
import type { Freshness } from '../../stores/postgres/freshness.ts';

type Parts = Readonly<{
  db: Kysely<ReadModels>;
  log: Pick<EventLog, 'head'>;
  freshness: Pick<Freshness, 'wait'>;
}>;

const settledWithinMs = 2_000;

/** What the files of a workspace hold, by the read model. */
export const storedBytesIn =
  ({ db, log, freshness }: Parts): StoredBytesOf =>
  async (workspaceId, as) => {
    const head = as === 'settled' ? await log.head() : undefined;
    if (head) await freshness.wait(['stored_files'], head.commit, settledWithinMs);
    const { stored } = await db
      .selectFrom('stored_files')
      .select(({ fn }) => fn.sum<string | null>('bytes').as('stored'))
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirstOrThrow();
    return Number(stored ?? 0);
  };
