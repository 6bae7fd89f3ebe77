import { sql, type Kysely } from 'kysely';
import type { Column, Projection } from '../../projections/kernel/projection.ts';

/** What a column holds in the n-th of many rows, where nothing else is said: SQL over `n`, counted from 1. */
const usual = (name: string, column: Column): string => {
  if (name === 'id') return `'c' || lpad(to_hex(n), 24, '0')`;
  if (column.endsWith('?')) return 'null';
  switch (column) {
    case 'instant':
      return `timestamptz '2026-01-01T00:00:00Z' + n * interval '1 second'`;
    case 'json':
    case 'jsonb':
      return `'{}'::${column}`;
    case 'text':
      return `''`;
    case 'text[]':
      return `'{}'::text[]`;
    case 'boolean':
      return 'false';
    default:
      return '0';
  }
};

/** Rows `from` to `to` of a read model, written as its own table takes them. `columns`: SQL expressions over `n`. */
export const fillReadModel = async (
  db: Kysely<unknown>,
  { name, table }: Projection,
  [from, to]: readonly [from: number, to: number],
  columns: Readonly<Record<string, string>>,
): Promise<void> => {
  const all = Object.entries(table.columns as Record<string, Column>);
  const values = all.map(([column, type]) => sql.raw(columns[column] ?? usual(column, type)));
  await sql`
    insert into ${sql.id(name)} (${sql.join(all.map(([column]) => sql.id(column)))})
    select ${sql.join(values)} from generate_series(${sql.lit(from)}, ${sql.lit(to)}) as n`.execute(db);
};

/** SQL for one of some words, in turns. */
export const inTurns = (words: readonly string[]): string =>
  `(array[${words.map((word) => `'${word}'`).join(',')}])[1 + n % ${words.length}]`;
