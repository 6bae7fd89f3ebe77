import { sql, type Kysely } from 'kysely';
import type { WebhookPorts } from '../../../commands/webhooks/ports.ts';
import type { PastEvent, PastEvents } from '../../../processes/webhooks/run-replay.ts';
import type { ReadModels } from '../../../projections/database.ts';

/** The webhook commands' queries of the read models. */
export const webhookQueries = (
  db: Kysely<ReadModels>,
): Pick<WebhookPorts, 'endpointRow' | 'endpointCount' | 'pastDeliveries'> => ({
  endpointRow: (workspaceId, endpointId) =>
    db
      .selectFrom('webhook_endpoints')
      .select(['revision', 'view'])
      .where('id', '=', endpointId)
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst(),
  endpointCount: async (workspaceId) => {
    const { count } = await db
      .selectFrom('webhook_endpoints')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirstOrThrow();
    return Number(count);
  },
  pastDeliveries: async ({ workspaceId, from, to, types, limit }) => {
    const { rows } = await sql<{ count: string }>`
      select count(*) as count from (
        select 1 from webhook_sources, unnest(types) as delivered
        where workspace_id = ${workspaceId} and occurred_at >= ${from} and occurred_at < ${to} and delivered = any(${types})
        limit ${limit}) as counted`.execute(db);
    return Number(rows[0]?.count ?? 0);
  },
});

/**
 * The past of a workspace in the order of time, so that a replay finds a range of long ago quickly.
 */
export const pastEventsIn = (db: Kysely<ReadModels>): PastEvents => ({
  page: async ({ workspaceId, from, to, types, after, limit }) => {
    const [at = '', sequence = ''] = after.split(' ');
    const { rows } = await sql<PastEvent>`
      select id as "eventId", stream, revision, types, occurred_at || ' ' || sequence as place from webhook_sources
      where workspace_id = ${workspaceId} and occurred_at >= ${from} and occurred_at < ${to}
        and (occurred_at, sequence) > (${at}, ${sequence}) and types && ${types}::text[]
      order by occurred_at, sequence limit ${limit}`.execute(db);
    return rows;
  },
});
