import { sql, type SelectQueryBuilder } from 'kysely';
import { z } from 'zod';
import { Id } from '../contract/fields.ts';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { catalogue, emittersOf } from '../../domain/events.ts';
import { isId } from '../../domain/kernel/ids.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { auditLogs, type AuditLogRow } from '../../projections/audit-logs/audit-logs.ts';
import type { ReadModels } from '../../projections/database.ts';
import type { EventHistory } from '../history/event-history.ts';
import type { ReadModelTables } from '../kernel/past.ts';
import { beginningOf, endAfter, InstantOrDay } from '../kernel/instant-query.ts';
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
  description: catalogue.definitions.get(row.type)?.description ?? row.type,
  actor: { kind: row.actor_kind, id: row.actor_id, keyId: row.key_id, address: address ?? null },
  resource: { kind: row.resource_kind, id: row.resource_id },
  workspaceId: row.workspace_id,
  correlationId: row.correlation_id,
  causationId: row.causation_id,
});

/** The resources of entries. */
const kinds: ReadonlySet<string> = new Set(auditLogs.handles.flatMap((type) => emittersOf.get(type) ?? []));

/** The event types of these resources. */
const typesOf = (kind: string): readonly string[] =>
  auditLogs.handles.filter((type) => emittersOf.get(type)?.includes(kind));

/**
 * A resource's kind, its id, or both; VALIDATION_ERROR for anything else, because an empty answer
 * would claim that nothing happened.
 */
const resourceIn = (text: string): Readonly<{ kind?: string; id?: string }> => {
  const [first = '', second, ...more] = text.split('/');
  const isKnown = more.length === 0 && (kinds.has(first) || (second === undefined && isId(first)));
  if (!isKnown) {
    const message = `resource: must be a kind (${[...kinds].join(', ')}), an id, or both (post/c…)`;
    throw new Refused('VALIDATION_ERROR', message, { field: 'resource' });
  }
  if (second !== undefined) return { kind: first, id: second };
  return isId(first) ? { id: first } : { kind: first };
};

const filter = z.string().min(1).max(100).optional();

type Entries = SelectQueryBuilder<ReadModels, 'audit_logs', AuditLogRow>;

/**
 * In the order of the log, which is the order of decisions. With `types`, only entries of these
 * types: the latest entries of each type, found by the index of types, contain the latest of all.
 */
const latestInLog = async (
  entries: Entries,
  limit: number,
  cursor: string | undefined,
  { db, types }: { db: ReadModelTables; types: readonly string[] | undefined },
) => {
  const before = decodeCursor(z.string(), cursor);
  const latest = (some: Entries): Entries =>
    (before === undefined ? some : some.where('place', '<', before)).orderBy('place', 'desc').limit(limit + 1);
  const latestOfEach = (each: readonly string[]) => {
    const parts = each.map((type) => sql`(${latest(entries.where('type', '=', type))})`);
    const together = sql<AuditLogRow>`(${sql.join(parts, sql` union all `)})`.as('entry');
    return db
      .selectFrom(together)
      .selectAll()
      .orderBy('place', 'desc')
      .limit(limit + 1);
  };
  const rows = await (types ? latestOfEach(types) : latest(entries)).execute();
  return cursorPage(rows, limit, ({ place }) => place);
};

/**
 * In the order of time, so that a narrow range long ago is found without reading everything after
 * it.
 */
const latestInTime = async (
  entries: Entries,
  {
    limit,
    cursor,
    from,
    to,
  }: Readonly<{ limit: number; cursor: string | undefined; from: string | undefined; to: string | undefined }>,
) => {
  const before = decodeCursor(z.tuple([z.iso.datetime(), z.string()]), cursor);
  let query = entries;
  if (from !== undefined) query = query.where('occurred_at', '>=', beginningOf(from));
  if (to !== undefined) query = query.where('occurred_at', '<', endAfter(to));
  if (before !== undefined) {
    const [at, place] = before;
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('occurred_at', 'place'), '<', tuple(at, place)));
  }
  const rows = await query
    .orderBy('occurred_at', 'desc')
    .orderBy('place', 'desc')
    .limit(limit + 1)
    .execute();
  return cursorPage(rows, limit, ({ occurred_at: at, place }) => [at, place]);
};

const listAuditLogs = (history: EventHistory) =>
  readEndpoint({
    method: 'GET',
    path: '/v1/audit-logs',
    id: 'listAuditLogs',
    summary:
      'The audit log of the workspace: actions of people, API keys and operators, newest first; within a ' +
      'range of time the latest first',
    description:
      "Every event that a person, an API key or an operator caused; neither actions of the service's " +
      'processes nor reservations. The order is that of the log, newest first; within `from` and `to` by ' +
      'time, latest first. A `resource` that is neither a kind nor an id is 400, naming the kinds. ' +
      "Addresses come from the log, where they are sealed, and cannot be read after the person's key is " +
      'destroyed.',
    query: z.object({
      ...cursorQuery,
      actor: filter.meta({ description: 'The id of a person or key' }),
      keyId: Id.optional(),
      type: filter.meta({ description: 'An event type, PostScheduled for example' }),
      resource: filter.meta({ description: 'A kind (post), an id, or both (post/c…)' }),
      from: InstantOrDay.optional(),
      to: InstantOrDay.optional(),
    }),
    reply: z.object({ data: z.array(Entry), nextCursor: z.string().nullable(), hasMore: z.boolean() }),
    reads: ['audit_logs'],
    errors: ['VALIDATION_ERROR'],
    run: async ({ query: { limit, cursor, actor, keyId, type, resource, from, to } }, { db, caller }) => {
      if (type !== undefined && !catalogue.definitions.has(type)) {
        throw new Refused('VALIDATION_ERROR', `${type} is not an event type`, { field: 'type' });
      }
      let query = db.selectFrom('audit_logs').selectAll().where('workspace_id', '=', caller.workspaceId);
      if (actor !== undefined) query = query.where('actor_id', '=', actor);
      if (keyId !== undefined) query = query.where('key_id', '=', keyId);
      if (type !== undefined) query = query.where('type', '=', type);
      const { kind, id } = resource === undefined ? {} : resourceIn(resource);
      if (kind !== undefined) query = query.where('resource_kind', '=', kind);
      if (id !== undefined) query = query.where('resource_id', '=', id);
      const types = kind === undefined || id !== undefined || type !== undefined ? undefined : typesOf(kind);
      const { items, nextCursor, hasMore } = await (from === undefined && to === undefined
        ? latestInLog(query, limit, cursor, { db, types })
        : latestInTime(query, { limit, cursor, from, to }));
      const addresses = await history.addresses(items);
      return { body: { data: items.map((row, index) => present(row, addresses[index])), nextCursor, hasMore } };
    },
  });

export const auditLogReads = (history: EventHistory): readonly ReadEndpoint[] => [listAuditLogs(history)];
