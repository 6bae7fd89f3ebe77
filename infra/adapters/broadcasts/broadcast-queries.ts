import { sql, type Kysely } from 'kysely';
import type { BroadcastCommandPorts } from '../../../commands/broadcasts/ports.ts';
import type { EventLog } from '../../../domain/kernel/event-store.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import type { ReadModels } from '../../../projections/database.ts';
import type { Freshness } from '../../stores/postgres/freshness.ts';

const patienceMs = 5_000;

type Parts = Readonly<{
  db: Kysely<ReadModels>;
  log: Pick<EventLog, 'head'>;
  freshness: Pick<Freshness, 'wait'>;
}>;

const caughtUp = async (model: string, { log, freshness }: Parts): Promise<void> => {
  const head = (await log.head())?.commit ?? 0n;
  if (!(await freshness.wait([model], head, patienceMs)))
    throw new Refused('SERVICE_UNAVAILABLE', 'The deliveries are not up to date; try again in a moment');
};

/** The batch of a delivery, which never changes. An unknown one is looked up again once the read model has caught up. */
export const batchOfDelivery = (parts: Parts) => {
  const find = async (workspaceId: string, deliveryId: string): Promise<string | undefined> => {
    const row = await parts.db
      .selectFrom('broadcast_deliveries')
      .select('batch_id')
      .where('id', '=', deliveryId)
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst();
    return row?.batch_id;
  };
  return async (workspaceId: string, deliveryId: string): Promise<string | undefined> => {
    const known = await find(workspaceId, deliveryId);
    if (known !== undefined) return known;
    await caughtUp('broadcast_deliveries', parts);
    return find(workspaceId, deliveryId);
  };
};

/** The failed deliveries of a broadcast by batch that may be sent again, once the read model has caught up. */
export const failedBatches =
  (parts: Parts): BroadcastCommandPorts['failedBatches'] =>
  async (broadcastId) => {
    await caughtUp('broadcast_batches', parts);
    return parts.db
      .selectFrom('broadcast_batches')
      .select(['number', sql<number>`failed - final`.as('count')])
      .where('broadcast_id', '=', broadcastId)
      .whereRef('failed', '>', 'final')
      .orderBy('number')
      .execute();
  };
