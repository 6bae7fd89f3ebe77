import { sql } from 'kysely';
import { z } from 'zod';
import { BroadcastStatus, broadcastStatuses } from '../../domain/broadcasts/broadcast-fields.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { streamOf } from '../../domain/streams.ts';
import { BroadcastReply, presentBroadcast, requireBroadcasts } from '../contract/broadcast.ts';
import { Id } from '../contract/fields.ts';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { numberedQuery } from '../kernel/page.ts';
import { numberedRows } from '../kernel/numbered-rows.ts';
import type { ReadModelTables } from '../kernel/past.ts';
import { listDeliveries } from './delivery-reads.ts';
import { progressOf, statsOf, type Counts } from './progress.ts';
import { tableOf } from '../../domain/kernel/keys-of.ts';

const params = z.object({ id: Id });
const Pagination = z.object({ page: z.int(), limit: z.int(), total: z.int(), totalPages: z.int() });
const Status = z
  .string()
  .transform((text) => text.toUpperCase())
  .pipe(BroadcastStatus)
  .meta({ override: { type: 'string', description: `${broadcastStatuses.join(', ')}, in any casing` } });

const counted = ['pending', 'delivering', 'delivered', 'failed', 'read'] as const;
const none: Counts = { pending: 0, delivering: 0, delivered: 0, failed: 0, read: 0 };

/** What became of the deliveries of some broadcasts, summed over their batches. */
const countsOf = async (db: ReadModelTables, ids: readonly string[]): Promise<ReadonlyMap<string, Counts>> => {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('broadcast_batches')
    .select(['broadcast_id', ...counted.map((name) => sql<string>`sum(${sql.ref(name)})`.as(name))])
    .where('broadcast_id', 'in', ids)
    .groupBy('broadcast_id')
    .execute();
  return new Map(rows.map((row) => [row.broadcast_id, tableOf(counted, (name) => Number(row[name]))]));
};

const listBroadcasts = readEndpoint({
  method: 'GET',
  path: '/v1/broadcasts',
  id: 'listBroadcasts',
  summary: 'The broadcasts of the workspace, the newest first',
  description: 'The counts of deliveries are those of this moment.',
  query: z.object({ status: Status.optional(), ...numberedQuery }),
  reply: z.object({ broadcasts: z.array(BroadcastReply), pagination: Pagination }),
  errors: ['PLAN_UPGRADE_REQUIRED'],
  gate: requireBroadcasts,
  reads: ['broadcasts', 'broadcast_batches'],
  async run({ query: { status, ...query } }, { caller, db }) {
    let wanted = db.selectFrom('broadcasts').where('workspace_id', '=', caller.workspaceId);
    if (status !== undefined) wanted = wanted.where('status', '=', status);
    const { rows, pagination } = await numberedRows(wanted, query, (all) =>
      all.select('view').orderBy('created_at', 'desc').orderBy('id', 'desc'),
    );
    const views = rows.map(({ view }) => view);
    const counts = await countsOf(
      db,
      views.map(({ id }) => id),
    );
    const broadcasts = views.map((view) => presentBroadcast(view, counts.get(view.id)));
    return { body: { broadcasts, pagination } };
  },
});

const Progress = z.object({
  total: z.int(),
  delivered: z.int(),
  failed: z.int(),
  remaining: z.int(),
  percentage: z.int(),
  estimatedEndAt: z.string().nullable().meta({ description: 'While it is SENDING, by the pace so far' }),
});

const getBroadcast = readEndpoint({
  method: 'GET',
  path: '/v1/broadcasts/:id',
  id: 'getBroadcast',
  summary: 'One broadcast, with what became of its deliveries',
  description:
    '`deliveryStats` counts deliveries by their status and holds only statuses that some delivery has. ' +
    '`progress` is an addition: `remaining` counts those that are neither delivered nor failed.',
  params,
  reply: z.object({
    broadcast: BroadcastReply,
    deliveryStats: z.record(z.string(), z.int()),
    progress: Progress,
  }),
  errors: ['PLAN_UPGRADE_REQUIRED', 'NOT_FOUND'],
  gate: requireBroadcasts,
  reads: ['broadcasts', 'broadcast_batches'],
  past: {
    reads: ['broadcast_batches'],
    async origins({ id }, { caller, db }) {
      const batches = await db
        .selectFrom('broadcast_batches')
        .select('id')
        .where('broadcast_id', '=', id)
        .where('workspace_id', '=', caller.workspaceId)
        .execute();
      return { streams: [streamOf('broadcast', id), ...batches.map((batch) => streamOf('broadcastBatch', batch.id))] };
    },
  },
  async run({ params: { id } }, { caller, db, now }) {
    const row = await db
      .selectFrom('broadcasts')
      .select(['view', 'sending'])
      .where('id', '=', id)
      .where('workspace_id', '=', caller.workspaceId)
      .executeTakeFirst();
    if (!row) throw notFound('broadcast');
    const counts = (await countsOf(db, [id])).get(id) ?? none;
    const progress = progressOf(row.view, row.sending, counts, now);
    return { body: { broadcast: presentBroadcast(row.view, counts), deliveryStats: statsOf(counts), progress } };
  },
});

/** The read endpoints of broadcasts. */
export const broadcastReads: readonly ReadEndpoint[] = [listBroadcasts, getBroadcast, listDeliveries];
