import type { Kysely } from 'kysely';
import type { EventLog } from '../../../domain/kernel/event-store.ts';
import type { ContactErasurePorts } from '../../../processes/erasure/erase-contacts.ts';
import type { ImportErasurePorts } from '../../../processes/erasure/forget-imports.ts';
import type { ReadModels } from '../../../projections/database.ts';
import type { Freshness } from '../../stores/postgres/freshness.ts';

type Parts = Readonly<{
  db: Kysely<ReadModels>;
  log: Pick<EventLog, 'head'>;
  freshness: Pick<Freshness, 'wait'>;
}>;

const patienceMs = 5_000;

/** What an erasure lists, once the read models have caught up with the log: it must miss nothing. */
export const contactsOfWorkspace = ({
  db,
  log,
  freshness,
}: Parts): Pick<ContactErasurePorts, 'contactsOf' | 'writtenBy'> & Pick<ImportErasurePorts, 'importsOf'> => {
  const caughtUp = async (model: string): Promise<void> => {
    const head = await log.head();
    if (head && !(await freshness.wait([model], head.commit, patienceMs)))
      throw new Error(`the ${model} read model has not caught up`);
  };
  return {
    async contactsOf(workspaceId, after, limit) {
      await caughtUp('contacts');
      const rows = await db
        .selectFrom('contacts')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },
    async importsOf(workspaceId, after, limit) {
      await caughtUp('contact_imports');
      const rows = await db
        .selectFrom('contact_imports')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('erased', '=', false)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },
    async writtenBy(kind, workspaceId, contactId, limit) {
      await caughtUp(kind);
      const rows = await db
        .selectFrom(kind)
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('contact_id', '=', contactId)
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },
  };
};
