import { z } from 'zod';
import { Instant, type AnyEndpoint } from '../../commands/kernel/endpoint.ts';
import { catalogue } from '../../domain/events.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import type { AuditLogRow } from '../../projections/audit-logs/audit-logs.ts';
import type { EventHistory } from '../history/event-history.ts';
import { readEndpoint, type ReadContext } from '../kernel/endpoint.ts';
import { cursorPage, cursorQuery, decodeCursor } from '../kernel/page.ts';

const Entry = z
  .object({
    id: z.string(),
    occurredAt: z.string(),
    type: z.string(),
    description: z.string(),
    actor: z.object({
      kind: z.enum(['user', 'api_key', 'process', 'system']),
      id: z.string(),
      keyId: z.string().nullable(),
      address: z.string().nullable(),
    }),
    resource: z.object({ kind: z.string(), id: z.string() }),
    workspaceId: z.string(),
    correlationId: z.string(),
    causationId: z.string(),
  })
  .meta({ id: 'AuditLogEntry' });

const present = (row: AuditLogRow, address: string | undefined): z.input<typeof Entry> => ({
  id: row.id,
  occurredAt: row.occurred_at,
  type: row.type,
  description: catalogue.definitions.get(row.type)?.says ?? row.type,
  actor: { kind: row.actor_kind, id: row.actor_id, keyId: row.key_id, address: address ?? null },
  resource: { kind: row.resource_kind, id: row.resource_id },
  workspaceId: row.workspace_id,
  correlationId: row.correlation_id,
  causationId: row.causation_id,
});

const filter = z.string().min(1).max(100).optional();

const listAuditLogs = (history: EventHistory) =>
  readEndpoint({
    method: 'GET',
    path: '/v1/audit-logs',
    id: 'listAuditLogs',
    summary: 'Who did what in the workspace, newest first',
    query: z.object({
      ...cursorQuery,
      actor: filter.meta({ description: 'The id of a person or key' }),
      keyId: filter,
      type: filter.meta({ description: 'An event type, PostScheduled for example' }),
      resource: filter.meta({ description: 'A kind (post), an id, or both (post/c…)' }),
      from: Instant.optional(),
      to: Instant.optional(),
    }),
    reply: z.object({ data: z.array(Entry), nextCursor: z.string().nullable(), hasMore: z.boolean() }),
    reads: ['audit_logs'],
    refuses: ['VALIDATION_ERROR'],
    run: async ({ query: { limit, cursor, actor, keyId, type, resource, from, to } }, { db, caller }) => {
      const before = decodeCursor(z.string(), cursor);
      if (type !== undefined && !catalogue.definitions.has(type)) {
        throw new Refused('VALIDATION_ERROR', `${type} is not an event type`, { field: 'type' });
      }
      let query = db.selectFrom('audit_logs').selectAll().where('workspace_id', '=', caller.workspaceId);
      if (actor !== undefined) query = query.where('actor_id', '=', actor);
      if (keyId !== undefined) query = query.where('key_id', '=', keyId);
      if (type !== undefined) query = query.where('type', '=', type);
      if (resource !== undefined) {
        const [kind = '', id] = resource.split('/');
        query =
          id === undefined
            ? query.where((or) => or.or([or('resource_kind', '=', kind), or('resource_id', '=', kind)]))
            : query.where('resource_kind', '=', kind).where('resource_id', '=', id);
      }
      if (from !== undefined) query = query.where('occurred_at', '>=', from);
      if (to !== undefined) query = query.where('occurred_at', '<=', to);
      if (before !== undefined) query = query.where('place', '<', before);
      const rows = await query
        .orderBy('place', 'desc')
        .limit(limit + 1)
        .execute();
      const { items, nextCursor, hasMore } = cursorPage(rows, limit, ({ place }) => place);
      const addresses = await history.addresses(items);
      return { body: { data: items.map((row, index) => present(row, addresses[index])), nextCursor, hasMore } };
    },
  });

export const auditLogReads = (history: EventHistory): readonly AnyEndpoint<ReadContext>[] => [listAuditLogs(history)];
