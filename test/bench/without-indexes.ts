import { sql, type Kysely } from 'kysely';
import type { Projection } from '../../projections/kernel/projection.ts';
import { createIndexes } from '../../projections/kernel/table.ts';

/** Fills a read model's table without its indexes and makes them afterwards, as a rebuild does. */
export const withoutIndexes = async (
  db: Kysely<unknown>,
  projection: Projection,
  fill: () => Promise<void>,
): Promise<void> => {
  const table = `${projection.name}_g1`;
  const { rows } = await sql<{ indexname: string }>`
    select indexname from pg_indexes
    where schemaname = current_schema() and tablename = ${table} and indexname <> ${`${table}_pkey`}`.execute(db);
  for (const { indexname } of rows) await sql`drop index ${sql.id(indexname)}`.execute(db);
  await fill();
  await createIndexes(projection, table, db);
  await sql`vacuum analyze ${sql.id(table)}`.execute(db);
};
