import type { Kysely, RawBuilder, Transaction } from 'kysely';

/**
 * The rows of a `copy … from stdin`, in the text format of COPY. A statement with this as its only
 * parameter is a COPY: the connection streams the rows, because COPY has no parameters of its own.
 *
 * @example
 * new CopyData(Buffer.from('c1\t2\n')).bytes.length; // 5
 */
export class CopyData {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

/**
 * Runs `copy … from stdin` with these rows, in the text format of COPY.
 *
 * @example
 * declare const tx: Transaction<unknown>;
 * await copyRows(sql`copy posts (id) from stdin`, copyText({ id: 'text' }, [{ id: 'c1' }]), tx);
 */
export const copyRows = async (
  statement: RawBuilder<unknown>,
  rows: Buffer,
  db: Kysely<unknown> | Transaction<unknown>,
): Promise<void> => {
  await db.executeQuery({ ...statement.compile(db), parameters: [new CopyData(rows)] });
};
