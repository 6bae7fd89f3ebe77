import { sql, type Kysely, type Transaction } from 'kysely';
import pLimit, { type LimitFunction } from 'p-limit';
import { copyRows } from './copy-rows.ts';
import { copyText } from './copy-text.ts';
import type { Rows } from './fold-batch.ts';
import type { Column, Projection } from './projection.ts';
import { settleAll } from './settle-all.ts';

type Executor = Kysely<unknown> | Transaction<unknown>;

const columnType = (column: Column): string => {
  const nullable = column.endsWith('?');
  const type = nullable ? column.slice(0, -1) : column;
  // C collation: ids and instants compare as bytes, the same on every server.
  const stored = type === 'instant' ? 'timestamptz' : type === 'text' ? 'text collate "C"' : type;
  return nullable ? stored : `${stored} not null`;
};

/**
 * Creates the table of one build of a read model, without its secondary indexes, which follow when
 * it has caught up.
 *
 * @example
 * declare const projection: Projection;
 * declare const db: Kysely<unknown>;
 * await createTable(projection, 'posts_g2', db);
 */
export const createTable = async ({ table }: Projection, name: string, db: Executor): Promise<void> => {
  const parts = Object.entries<Column>(table.columns).map(
    ([column, type]) => sql`${sql.id(column)} ${sql.raw(columnType(type))}`,
  );
  // Rows of an append-only table are not looked up by their key alone, and the guarded checkpoint
  // keeps each from being written twice.
  if (!table.appendOnly) parts.push(sql`primary key (${sql.id(table.key)})`);
  await sql`create table if not exists ${sql.id(name)} (${sql.join(parts)})`.execute(db);
};

/**
 * The memory for sorting the rows of an index. It is small on purpose: parts that fit a processor's
 * cache are sorted and merged in three quarters of the processor time of one large sort (four
 * indexes over 500,000 rows; two thirds over 2,000,000).
 */
const indexSortMemory = '4MB';

/**
 * The name of an index of a build's table, by its place among the indexes of the projection.
 *
 * @example
 * indexName('posts_g2', 0); // 'posts_g2_0'
 */
export const indexName = (table: string, index: number): string => `${table}_${index}`;

/**
 * Creates the missing secondary indexes, at most `limit` at a time (default one).
 *
 * @example
 * declare const projection: Projection;
 * declare const db: Kysely<unknown>;
 * await createIndexes(projection, 'posts_g2', db);
 */
export const createIndexes = async (
  { table }: Projection,
  name: string,
  db: Kysely<unknown>,
  limit: LimitFunction = pLimit(1),
): Promise<void> => {
  const created = (table.indexes ?? []).map((definition, index) => {
    const [columns, condition] = definition.split(' where ');
    const where = condition ? sql` where ${sql.raw(condition)}` : sql``;
    const method = columns?.startsWith('using ') ? sql.raw(columns) : sql`(${sql.raw(columns ?? '')})`;
    const id = sql.id(indexName(name, index));
    return limit(() =>
      db.transaction().execute(async (tx) => {
        await sql`set local maintenance_work_mem = ${sql.lit(indexSortMemory)}`.execute(tx);
        await sql`create index if not exists ${id} on ${sql.id(name)} ${method}${where}`.execute(tx);
      }),
    );
  });
  await settleAll(created);
};

/**
 * The rows of these keys, as the fold left them: instants are ISO 8601 strings.
 *
 * @example
 * declare const projection: Projection;
 * declare const tx: Transaction<unknown>;
 * const row = (await loadRows(projection, 'posts_g2', ['c1'], tx)).get('c1');
 */
export const loadRows = async (
  { table }: Projection,
  name: string,
  keys: readonly string[],
  tx: Executor,
): Promise<Rows> => {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.id(name)} where ${sql.id(table.key)} = any(${keys})`.execute(tx);
  return new Map(rows.map((row) => [String(row[table.key]), row]));
};

/** From this many rows on, a COPY takes the database half the time of an insert. */
const minRowsToCopy = 100;

/**
 * Writes rows of keys that have none.
 *
 * @example
 * declare const projection: Projection;
 * declare const tx: Transaction<unknown>;
 * await insertRows(projection, 'posts_g2', [{ id: 'c1' }], tx);
 */
export const insertRows = async (
  projection: Projection,
  name: string,
  rows: readonly object[],
  tx: Executor,
): Promise<void> => {
  if (rows.length < minRowsToCopy) return upsertRows(projection, name, rows, tx);
  const { columns } = projection.table;
  const list = sql.join(Object.keys(columns).map((column) => sql.id(column)));
  await copyRows(sql`copy ${sql.id(name)} (${list}) from stdin`, copyText(columns, rows), tx);
};

/**
 * Writes many rows as one statement: they travel as one JSON parameter. An append-only table has no
 * earlier rows.
 *
 * @example
 * declare const projection: Projection;
 * declare const tx: Transaction<unknown>;
 * await upsertRows(projection, 'posts_g2', [{ id: 'c1' }], tx);
 */
export const upsertRows = async (
  { table }: Projection,
  name: string,
  rows: readonly object[],
  tx: Executor,
): Promise<void> => {
  if (rows.length === 0) return;
  const columns = Object.keys(table.columns);
  const list = sql.join(columns.map((column) => sql.id(column)));
  const insert = sql`
    insert into ${sql.id(name)} (${list})
    select ${list} from json_populate_recordset(null::${sql.id(name)}, ${JSON.stringify(rows)}::json)`;
  if (table.appendOnly) return void (await insert.execute(tx));
  const changes = columns
    .filter((column) => column !== table.key)
    .map((column) => sql`${sql.id(column)} = excluded.${sql.id(column)}`);
  const update = changes.length === 0 ? sql`nothing` : sql`update set ${sql.join(changes)}`;
  await sql`${insert} on conflict (${sql.id(table.key)}) do ${update}`.execute(tx);
};

/**
 * @example
 * declare const projection: Projection;
 * declare const tx: Transaction<unknown>;
 * await deleteRows(projection, 'posts_g2', ['c1'], tx);
 */
export const deleteRows = async (
  { table }: Projection,
  name: string,
  keys: readonly string[],
  tx: Executor,
): Promise<void> => {
  if (keys.length === 0) return;
  await sql`delete from ${sql.id(name)} where ${sql.id(table.key)} = any(${keys})`.execute(tx);
};
