import { z } from 'zod';
import { BroadcastStatus, broadcastStatuses } from '../../domain/broadcasts/broadcast-fields.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { streamOf } from '../../domain/streams.ts';
import { BroadcastReply, presentBroadcast, requireBroadcasts } from '../contract/broadcast.ts';
import { Id } from '../contract/fields.ts';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { numberedPage, numberedQuery } from '../kernel/page.ts';

const params = z.object({ id: Id });
const Pagination = z.object({ page: z.int(), limit: z.int(), total: z.int(), totalPages: z.int() });
const Status = z
  .string()
  .transform((text) => text.toUpperCase())
  .pipe(BroadcastStatus)
  .meta({ override: { type: 'string', description: `${broadcastStatuses.join(', ')}, in any casing` } });

const listBroadcasts = readEndpoint({
  method: 'GET',
  path: '/v1/broadcasts',
  id: 'listBroadcasts',
  summary: 'The broadcasts of the workspace, the newest first',
  query: z.object({ status: Status.optional(), ...numberedQuery }),
  reply: z.object({ broadcasts: z.array(BroadcastReply), pagination: Pagination }),
  errors: ['PLAN_UPGRADE_REQUIRED'],
  gate: requireBroadcasts,
  reads: ['broadcasts'],
  async run({ query: { status, page, limit } }, { caller, db }) {
    let wanted = db.selectFrom('broadcasts').where('workspace_id', '=', caller.workspaceId);
    if (status !== undefined) wanted = wanted.where('status', '=', status);
    const [rows, { total }] = await Promise.all([
      wanted
        .select('view')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset((page - 1) * limit)
        .execute(),
      wanted.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
    ]);
    const broadcasts = rows.map(({ view }) => presentBroadcast(view));
    return { body: { broadcasts, pagination: numberedPage(page, limit, Number(total)) } };
  },
});

const getBroadcast = readEndpoint({
  method: 'GET',
  path: '/v1/broadcasts/:id',
  id: 'getBroadcast',
  summary: 'One broadcast, with what became of its deliveries',
  params,
  reply: z.object({ broadcast: BroadcastReply, deliveryStats: z.record(z.string(), z.int()) }),
  errors: ['PLAN_UPGRADE_REQUIRED', 'NOT_FOUND'],
  gate: requireBroadcasts,
  reads: ['broadcasts'],
  past: { origins: ({ id }) => ({ streams: [streamOf('broadcast', id)] }) },
  async run({ params: { id } }, { caller, db }) {
    const row = await db
      .selectFrom('broadcasts')
      .select('view')
      .where('id', '=', id)
      .where('workspace_id', '=', caller.workspaceId)
      .executeTakeFirst();
    if (!row) throw notFound('broadcast');
    return { body: { broadcast: presentBroadcast(row.view), deliveryStats: {} } };
  },
});

/** The read endpoints of broadcasts. */
export const broadcastReads: readonly ReadEndpoint[] = [listBroadcasts, getBroadcast];
