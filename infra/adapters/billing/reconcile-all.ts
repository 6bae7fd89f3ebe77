import { sql, type Kysely } from 'kysely';
import type { ReadModels } from '../../../projections/database.ts';

const perPage = 100;

type Parts = Readonly<{
  db: Kysely<ReadModels>;
  reconcile(ownerId: string, reason: string): Promise<void>;
  /** Called with the failure of one customer; the others go on. */
  failed(error: unknown, ownerId: string): void;
}>;

/**
 * Asks the payment provider for every live customer, one after the other: an event that never
 * came is made up for within the hour.
 */
export const reconcileAll = async ({ db, reconcile, failed }: Parts): Promise<void> => {
  for (let after = ''; ;) {
    const { rows } = await sql<{ owner_id: string }>`
      select owner_id from subscriptions
      where owner_id > ${after} and view->>'mode' = 'live' and coalesce(view->>'providerId', view->>'customerId') is not null
      order by owner_id limit ${perPage}`.execute(db);
    for (const { owner_id } of rows)
      await reconcile(owner_id, 'hourly look').catch((error: unknown) => failed(error, owner_id));
    const last = rows.at(-1);
    if (!last || rows.length < perPage) return;
    after = last.owner_id;
  }
};
