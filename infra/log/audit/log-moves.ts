import { type LogMove, logMoveBytes, type SignedLogMove, type Signer, toHex } from '@social-publishing/audit-proofs';
import { sql, type Kysely, type Transaction } from 'kysely';

type Executor = Kysely<unknown> | Transaction<unknown>;

/** Every move of the log to another event store, the first one first. */
export const listMoves = async (db: Executor): Promise<readonly SignedLogMove[]> => {
  const { rows } = await sql<SignedLogMove>`select move, signature from audit_move order by nth limit 1000`.execute(db);
  return rows;
};

/** Signs and stores that the log moved. */
export const signMove = async (
  move: Omit<LogMove, 'by'>,
  signer: Signer,
  tx: Transaction<unknown>,
): Promise<SignedLogMove> => {
  const signed = { ...move, by: signer.keyId };
  const signature = toHex(signer.sign(logMoveBytes(signed)));
  await sql`insert into audit_move (move, signature) values (${JSON.stringify(signed)}::json, ${signature})`.execute(
    tx,
  );
  return { move: signed, signature };
};
