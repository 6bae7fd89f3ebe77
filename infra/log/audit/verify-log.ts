import {
  chainStart,
  checkpointBytes,
  fromHex,
  Frontier,
  isUnchanged,
  logMoveBytes,
  type SignedCheckpoint,
  toHex,
} from '@social-publishing/audit-proofs';
import type { Kysely } from 'kysely';
import type { StoredLog } from '../../stores/eventstoredb/store.ts';
import type { CheckpointFile } from './checkpoint-file.ts';
import { LogContradicted } from './contradicted.ts';
import { auditHashing as hashing } from './hashing.ts';
import { listMoves } from './log-moves.ts';
import { readTree } from './log-tree.ts';
import { trustedKeys, type PublicKey } from './signature-check.ts';
import { checkpointsAfter } from './signed-checkpoints.ts';
import { treeEvents } from './tree-events.ts';

type Parts = Readonly<{ stored: StoredLog; db: Kysely<unknown>; file: CheckpointFile; keys: readonly PublicKey[] }>;

/**
 * How many events were read, how many checkpoints agreed with them (in the database and in the
 * file), and how often the log moved to another store without a change.
 */
export type VerifiedLog = Readonly<{ events: number; checkpoints: number; inFile: number; moves: number }>;

type Source = Readonly<{ from: 'database' | 'file'; next(): Promise<SignedCheckpoint | undefined> }>;

const inDatabase = (db: Kysely<unknown>): Source => {
  let [page, after]: [SignedCheckpoint[], number] = [[], 0];
  return {
    from: 'database',
    next: async () => {
      if (page.length === 0) page = [...(await checkpointsAfter(after, 500, db))];
      const one = page.shift();
      after = one?.checkpoint.size ?? after;
      return one;
    },
  };
};

const inFile = (file: CheckpointFile): Source => {
  const all = file.all()[Symbol.asyncIterator]();
  return {
    from: 'file',
    next: async () => {
      const step = await all.next();
      return step.done ? undefined : step.value;
    },
  };
};

/**
 * Reads the whole log and compares it with the tree and with every signed checkpoint, in the
 * database and in the file. Throws `LogContradicted` at the first event or checkpoint that differs.
 */
export const verifyLog = async (
  { stored, db, file, keys }: Parts,
  progress?: (done: number, events: number) => void,
): Promise<VerifiedLog> => {
  const { size, log } = await readTree(db);
  const { signature } = trustedKeys(keys);
  const frontier = new Frontier(hashing);
  let chain: Uint8Array = chainStart;
  const met = { database: 0, file: 0 };
  const sources = [inDatabase(db), inFile(file)];
  const due = await Promise.all(sources.map((source) => source.next()));

  const agree = ({ checkpoint, signature: signed }: SignedCheckpoint, from: Source['from']): void => {
    const fail = (reason: string): LogContradicted =>
      new LogContradicted({ reason: `the checkpoint of ${checkpoint.size} events in the ${from}: ${reason}` });
    const answer = signature(checkpoint.keyId, checkpointBytes(checkpoint), fromHex(signed) ?? chainStart);
    if (answer !== 'valid')
      throw fail(answer === 'unknown' ? `its key ${checkpoint.keyId} was not given` : 'its signature is not genuine');
    if (checkpoint.log !== log) throw fail('it is of another log');
    if (checkpoint.root !== toHex(frontier.root()) || checkpoint.chain !== toHex(chain))
      throw fail('the events before it are not those that were signed');
  };
  const meet = async (): Promise<void> => {
    for (const [at, source] of sources.entries())
      for (let one = due[at]; one?.checkpoint.size === frontier.size; one = due[at]) {
        agree(one, source.from);
        met[source.from] += 1;
        due[at] = await source.next();
      }
  };

  const moves = await listMoves(db);
  const unmoved = (reason: string): LogContradicted =>
    new LogContradicted({ reason: `the statement that the log moved to another store: ${reason}` });
  for (const { move, signature: signed } of moves) {
    const answer = signature(move.by, logMoveBytes(move), fromHex(signed) ?? chainStart);
    if (answer !== 'valid')
      throw unmoved(answer === 'unknown' ? `its key ${move.by} was not given` : 'its signature is not genuine');
    if (move.log !== log || !isUnchanged(move)) throw unmoved('it is of another log, or the log was changed');
  }
  const meetMoves = (): void => {
    for (const { move } of moves)
      if (
        move.size === frontier.size &&
        (move.after.root !== toHex(frontier.root()) || move.after.chain !== toHex(chain))
      )
        throw unmoved(`the first ${move.size} events are not those that moved`);
  };

  for await (const batch of treeEvents(size, { stored, db })) {
    for (const { leaf } of batch) {
      frontier.append(leaf);
      chain = hashing.chain(chain, leaf);
      if (due.some((one) => one?.checkpoint.size === frontier.size)) await meet();
      if (moves.length > 0) meetMoves();
    }
    progress?.(frontier.size / size, frontier.size);
  }
  // Events and checkpoints of after the start are left for the next verification.
  const come = (await readTree(db)).size;
  const odd = due.find((one) => one && (one.checkpoint.size <= size || one.checkpoint.size > come));
  if (odd)
    throw new LogContradicted({
      reason:
        `a checkpoint of ${odd.checkpoint.size} events is out of order, or was signed for more events than ` +
        `the log's ${come}`,
    });
  return { events: frontier.size, checkpoints: met.database, inFile: met.file, moves: moves.length };
};
