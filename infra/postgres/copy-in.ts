import type { PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';

/** What the driver's connection can do beyond its declared types. */
type Copying = pg.Connection & { sendCopyFromChunk(data: Buffer): void; endCopyFrom(): void };

type Done = (fault: Error | undefined, result: never) => void;

/** A statement that takes rows from the client: sends them once the server is ready for them. */
class CopyIn extends pg.Query {
  readonly #rows: string;

  constructor(statement: string, rows: string, done: Done) {
    super(statement, done);
    this.#rows = rows;
  }

  /** Called by the driver. */
  handleCopyInResponse(connection: Copying): void {
    connection.sendCopyFromChunk(Buffer.from(this.#rows));
    connection.endCopyFrom();
  }
}

export const isCopyIn = (statement: string): boolean => /^copy [^;]* from stdin$/.test(statement);

/** Runs `copy … from stdin` with these rows, in the text format of COPY. */
export const copyIn = <R>(
  client: PostgresPoolClient,
  statement: string,
  rows: string,
): Promise<PostgresQueryResult<R>> =>
  new Promise((resolve, reject) => {
    const done: Done = (fault, result) => (fault ? reject(fault) : resolve(result));
    (client as unknown as pg.ClientBase).query(new CopyIn(statement, rows, done));
  });
