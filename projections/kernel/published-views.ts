import { sql, type Kysely, type Transaction } from 'kysely';
import type { Projection } from './projection.ts';

/**
 * The schema that analysts read, beside the service's own.
 *
 * @example
 * declare const tx: Transaction<unknown>;
 * const schema = await analyticsSchema(tx);
 */
export const analyticsSchema = async (tx: Transaction<unknown>): Promise<string> => {
  const { rows } = await sql<{ schema: string }>`select current_schema()::text as schema`.execute(tx);
  const schema = rows[0]?.schema ?? 'public';
  return schema === 'public' ? 'analytics' : `${schema}_analytics`;
};

/**
 * Whether a role was granted to read the views of analysts: without one they are not kept.
 *
 * @example
 * declare const db: Kysely<unknown>;
 * const isRead = await db.transaction().execute(hasAnalytics);
 */
export const hasAnalytics = async (tx: Transaction<unknown>): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from pg_namespace where nspname = ${await analyticsSchema(tx)}) as found`.execute(tx);
  return rows[0]?.found === true;
};

/**
 * SQLSTATE 55P03: a lock was not granted within `lock_timeout`.
 *
 * @example
 * isLockTimeout(Object.assign(new Error('canceled'), { code: '55P03' })); // true
 * isLockTimeout(new Error('canceled')); // false
 */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03';

type View = Readonly<{ name: string; query: string; description: string; columns: Readonly<Record<string, string>> }>;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * Replaces a view in place, which keeps the views built on it. It is dropped and created only where
 * its columns changed.
 */
const putView = async (
  schema: string,
  { name, query, description, columns }: View,
  tx: Transaction<unknown>,
): Promise<void> => {
  const view = `${quoted(schema)}.${quoted(name)}`;
  await sql`savepoint replacing`.execute(tx);
  try {
    await sql.raw(`create or replace view ${view} as ${query}`).execute(tx);
    await sql`release savepoint replacing`.execute(tx);
  } catch (error) {
    if (isLockTimeout(error)) throw error;
    await sql`rollback to savepoint replacing`.execute(tx);
    await sql.raw(`drop view if exists ${view} cascade`).execute(tx);
    await sql.raw(`create view ${view} as ${query}`).execute(tx);
  }
  await sql.raw(`comment on view ${view} is ${literal(description)}`).execute(tx);
  for (const [column, meaning] of Object.entries(columns))
    await sql.raw(`comment on column ${view}.${quoted(column)} is ${literal(meaning)}`).execute(tx);
};

/**
 * What analysts see of a read model whose rows are in this table: its published columns, and its
 * summaries.
 *
 * @example
 * declare const projection: Projection;
 * declare const build: Build;
 * const names = publishedViews(projection, buildTable(build)).map(({ name }) => name);
 */
export const publishedViews = (projection: Projection, table: string): readonly View[] => {
  const { name, description, published = {}, summaries = [] } = projection;
  const columns = published as Readonly<Record<string, string>>;
  const list = Object.keys(columns).map(quoted).join(', ');
  return [
    ...(list === '' ? [] : [{ name, description, columns, query: `select ${list} from ${table}` }]),
    ...summaries.map((summary) => ({ ...summary, query: summary.select(table) })),
  ];
};

/**
 * Points the views of the analytics schema at a table, where a role was granted to read there. Runs
 * in the transaction of the switch.
 *
 * @example
 * declare const projection: Projection;
 * declare const tx: Transaction<unknown>;
 * declare const build: Build;
 * await publish(projection, buildTable(build), tx);
 */
export const publish = async (projection: Projection, table: string, tx: Transaction<unknown>): Promise<void> => {
  if (!(await hasAnalytics(tx))) return;
  const schema = await analyticsSchema(tx);
  const own = await sql<{ schema: string }>`select current_schema()::text as schema`.execute(tx);
  const from = `${quoted(own.rows[0]?.schema ?? 'public')}.${quoted(table)}`;
  for (const view of publishedViews(projection, from)) await putView(schema, view, tx);
};

/** The longest a change of a view waits for its readers. Later readers queue behind it: the wait is short and retried. */
const viewLockTimeoutMs = 1_000;

/**
 * A transaction that gives a lock up after `viewLockTimeoutMs`, with an error that `isLockTimeout` knows.
 *
 * @example
 * declare const db: Kysely<unknown>;
 * await withLockTimeout(db, (tx) => sql`drop view posts`.execute(tx));
 */
export const withLockTimeout = <T>(db: Kysely<unknown>, run: (tx: Transaction<unknown>) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`select set_config('lock_timeout', ${String(viewLockTimeoutMs)}, true)`.execute(tx);
    return run(tx);
  });
