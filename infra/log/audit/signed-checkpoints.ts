import {
  type Checkpoint,
  checkpointBytes,
  checkpointHash,
  type SignedCheckpoint,
  type Signer,
  toHex,
} from '@social-publishing/audit-proofs';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { CheckpointFile } from './checkpoint-file.ts';
import { auditHashing as hashing } from './hashing.ts';
import { frontierAt, readTree } from './log-tree.ts';

type Executor = Kysely<unknown> | Transaction<unknown>;

/** The newest checkpoint, or the newest at or below a size. */
export const latestCheckpoint = async (
  db: Executor,
  atMost = Number.MAX_SAFE_INTEGER,
): Promise<SignedCheckpoint | undefined> => {
  const { rows } = await sql<SignedCheckpoint>`
    select checkpoint, signature from audit_checkpoint where size <= ${atMost} order by size desc limit 1`.execute(db);
  return rows[0];
};

/** At most `limit` checkpoints of more than `after` events, oldest first. */
export const checkpointsAfter = async (
  after: number,
  limit: number,
  db: Executor,
): Promise<readonly SignedCheckpoint[]> => {
  const { rows } = await sql<SignedCheckpoint>`
    select checkpoint, signature from audit_checkpoint where size > ${after} order by size limit ${limit}`.execute(db);
  return rows;
};

/**
 * The tree in the database is not the signed one: it was changed, or restored from another
 * database.
 */
export class TreeContradicted extends Error {
  override readonly name = 'TreeContradicted';
}

/** Whether the tree, at the size of the checkpoint, is the one the checkpoint was signed for. */
const agreesWith = async ({ size, root }: Checkpoint, db: Executor): Promise<boolean> =>
  toHex((await frontierAt(size, db)).root()) === root;

type Parts = Readonly<{ db: Kysely<unknown>; signer: Signer; file: CheckpointFile; now(): Date }>;

/** Signs the tree and copies the checkpoints out of the database. */
export class SignedCheckpoints {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Signs the tree if it has grown, and returns the newest checkpoint; undefined while there is
   * nothing to sign. Throws `TreeContradicted` for a tree that does not continue the last
   * checkpoint, here or in the file.
   */
  async sign(): Promise<SignedCheckpoint | undefined> {
    const { db, file } = this.#parts;
    const kept = await file.last();
    const signed = await db.transaction().execute((tx) => this.#signIn(tx, kept));
    if (signed && signed.checkpoint.size !== kept?.checkpoint.size)
      await db.transaction().execute((tx) => this.#carryOut(tx));
    return signed;
  }

  /**
   * Adds the missing checkpoints to the file, also those a crash left out. One process at a time,
   * because the tree's row is locked.
   */
  async #carryOut(tx: Transaction<unknown>): Promise<void> {
    const { file } = this.#parts;
    await readTree(tx, { forUpdate: true });
    for (;;) {
      const missing = await checkpointsAfter((await file.last())?.checkpoint.size ?? 0, 1000, tx);
      if (missing.length === 0) return;
      await file.add(missing);
    }
  }

  async #signIn(tx: Transaction<unknown>, kept: SignedCheckpoint | undefined): Promise<SignedCheckpoint | undefined> {
    const { signer, now } = this.#parts;
    const { log, size, chain } = await readTree(tx, { forUpdate: true });
    const before = await latestCheckpoint(tx);
    for (const one of [before, kept]) {
      if (!one) continue;
      // A tree that is being rebuilt has not reached the checkpoint yet.
      if (one.checkpoint.size > size) return undefined;
      if (one.checkpoint.log !== log || !(await agreesWith(one.checkpoint, tx)))
        throw new TreeContradicted(`the log does not continue from the checkpoint of ${one.checkpoint.size} events`);
    }
    if (size === 0 || before?.checkpoint.size === size) return before;
    const checkpoint: Checkpoint = {
      chain: toHex(chain),
      keyId: signer.keyId,
      log,
      previous: before ? checkpointHash(before.checkpoint, hashing) : null,
      root: toHex((await frontierAt(size, tx)).root()),
      size,
      time: now().toISOString(),
    };
    const signature = toHex(signer.sign(checkpointBytes(checkpoint)));
    await sql`
      insert into audit_checkpoint (size, checkpoint, signature)
      values (${size}, ${JSON.stringify(checkpoint)}, ${signature})`.execute(tx);
    return { checkpoint, signature };
  }
}
