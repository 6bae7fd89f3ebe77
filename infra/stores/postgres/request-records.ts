import { sql, type Kysely, type SelectQueryBuilder } from 'kysely';
import type {
  Counted,
  RecordedRequest,
  RequestFilter,
  RequestRecords,
  UsageQuestion,
} from '../../../read-api/workspaces/request-records.ts';
import { idAt } from '../../../domain/kernel/ids.ts';
import type { NoTables } from './database.ts';
import type { LoggedRequest } from './request-log.ts';

type UsageRow = Readonly<{
  workspace_id: string;
  day: string;
  /** Empty for sessions. */
  api_key_id: string;
  method: string;
  route: string;
}>;
type Tables = { api_request: LoggedRequest; api_usage: UsageRow };

type Sums = Readonly<{
  requests: string | null;
  errors: string | null;
  milliseconds: string | null;
  last_at: string | null;
}>;

const sums = sql<Sums>`sum(requests) as requests, sum(errors) as errors, sum(milliseconds) as milliseconds, max(last_at) as last_at`;

const counted = (row: Sums): Counted => {
  const requests = Number(row.requests ?? 0);
  return {
    requests,
    errors: Number(row.errors ?? 0),
    averageMs: requests === 0 ? null : Number(row.milliseconds ?? 0) / requests,
    lastAt: row.last_at,
  };
};

const within = ({ workspaceId, from, to, apiKeyId }: UsageQuestion) => sql`
  workspace_id = ${workspaceId} and day between ${from}::date and ${to}::date
  and ${apiKeyId === undefined ? sql`true` : sql`api_key_id = ${apiKeyId}`}`;

/** The last millisecond an id can carry. */
const lastMs = 36 ** 9 - 1;

/** Ids carry the millisecond, so a range of time is a range of the primary key. */
const firstIdAt = (at: string): string => idAt(Math.min(Math.max(0, Date.parse(at)), lastMs), '0'.repeat(15));

const filtered = <Out>(
  query: SelectQueryBuilder<Tables, 'api_request', Out>,
  { method, path, status, apiKeyId, from, until }: RequestFilter,
): SelectQueryBuilder<Tables, 'api_request', Out> => {
  let narrowed = query;
  if (method !== undefined) narrowed = narrowed.where('method', '=', method);
  if (path !== undefined) narrowed = narrowed.where(sql<boolean>`strpos(path, ${path}) > 0`);
  if (status !== undefined) narrowed = narrowed.where('status', '=', status);
  if (apiKeyId !== undefined) narrowed = narrowed.where('api_key_id', '=', apiKeyId);
  if (from !== undefined) narrowed = narrowed.where('id', '>=', firstIdAt(from));
  if (until !== undefined) narrowed = narrowed.where('id', '<', firstIdAt(until));
  return narrowed;
};

const recorded = (row: Tables['api_request']): RecordedRequest => ({
  id: row.id,
  at: row.at,
  method: row.method,
  path: row.path,
  status: row.status,
  milliseconds: row.milliseconds,
  requestId: row.request_id,
  apiKeyId: row.api_key_id,
  actorType: row.actor_type,
  actorId: row.actor_id,
  ipAddress: row.ip_address,
});

/**
 * Reads the request log. It calls `settle` first, which writes the requests that this process has
 * answered so far, so that a client finds its own requests.
 */
export const requestRecords = (
  kysely: Kysely<NoTables>,
  settle: () => Promise<void> = () => Promise.resolve(),
): RequestRecords => {
  const db = kysely.withTables<Tables>();
  return {
    total: async (question) => {
      await settle();
      const { rows } = await sql<Sums>`select ${sums} from api_usage where ${within(question)}`.execute(db);
      return counted(rows[0] ?? { requests: null, errors: null, milliseconds: null, last_at: null });
    },
    byDay: async (question) => {
      await settle();
      const { rows } = await sql<Sums & { day: string }>`
        select day, ${sums} from api_usage where ${within(question)} group by day order by day`.execute(db);
      return rows.map((row) => ({ day: row.day, ...counted(row) }));
    },
    byEndpoint: async (question, limit) => {
      await settle();
      const { rows } = await sql<Sums & { method: string; route: string }>`
        select method, route, ${sums} from api_usage where ${within(question)}
        group by method, route order by sum(requests) desc, route, method limit ${limit}`.execute(db);
      return rows.map((row) => ({ method: row.method, path: row.route, ...counted(row) }));
    },
    latest: async (workspaceId, filter, before, limit) => {
      await settle();
      const of = db.selectFrom('api_request').selectAll().where('workspace_id', '=', workspaceId);
      const earlier = before === undefined ? of : of.where('id', '<', before);
      const rows = await filtered(earlier, filter).orderBy('id', 'desc').limit(limit).execute();
      return rows.map(recorded);
    },
    ofPerson: async (userId, workspaceIds, limit) => {
      await settle();
      const rows = await db
        .selectFrom('api_request')
        .selectAll()
        .where(sql<boolean>`workspace_id = any(${workspaceIds})`)
        .where('actor_type', '=', 'user')
        .where('actor_id', '=', userId)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(recorded);
    },
  };
};
