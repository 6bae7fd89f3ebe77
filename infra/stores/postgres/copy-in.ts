import type { PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { from } from 'pg-copy-streams';

/** Runs `copy … from stdin` with these rows, in the text format of COPY. */
export const copyIn = <R>(client: pg.ClientBase, statement: string, rows: Buffer): Promise<PostgresQueryResult<R>> =>
  new Promise((resolve, reject) => {
    const stream = client.query(from(statement));
    stream.on('error', reject);
    stream.on('finish', () => resolve({ command: 'INSERT', rowCount: stream.rowCount, rows: [] }));
    stream.end(rows);
  });
