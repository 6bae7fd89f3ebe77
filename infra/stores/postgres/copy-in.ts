import type { PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';

/** What the driver's connection can do beyond its declared types. */
type Copying = pg.Connection & {
  query(text: string): void;
  sendCopyFromChunk(data: Buffer): void;
  endCopyFrom(): void;
};

type Done = (fault: Error | undefined, result: never) => void;

/** A statement that takes rows from the client, sent together with them: nobody waits for the server to say that it is ready. */
class CopyIn extends pg.Query {
  readonly #statement: string;
  readonly #rows: Buffer;

  constructor(statement: string, rows: Buffer, done: Done) {
    super(statement, done);
    this.#statement = statement;
    this.#rows = rows;
  }

  /**
   * Called by the driver. The rows go with the statement, for a server that would refuse it passes over them.
   * Source: PostgreSQL documentation, "Message Flow", COPY Operations.
   */
  override submit = (connection: pg.Connection): void => {
    const copying = connection as Copying;
    copying.stream.cork();
    copying.query(this.#statement);
    copying.sendCopyFromChunk(this.#rows);
    copying.endCopyFrom();
    copying.stream.uncork();
  };

  /** Called by the driver, whose own answer is that there are no rows. */
  handleCopyInResponse(): void {}
}

export const isCopyIn = (statement: string): boolean => /^copy [^;]* from stdin$/.test(statement);

/** Runs `copy … from stdin` with these rows, in the text format of COPY. */
export const copyIn = <R>(
  client: PostgresPoolClient,
  statement: string,
  rows: Buffer,
): Promise<PostgresQueryResult<R>> =>
  new Promise((resolve, reject) => {
    const done: Done = (fault, result) => (fault ? reject(fault) : resolve(result));
    (client as unknown as pg.ClientBase).query(new CopyIn(statement, rows, done));
  });
