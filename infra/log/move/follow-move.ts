import { isUnchanged, type SignedLogMove, type Signer } from '@social-publishing/audit-proofs';
import type { Kysely } from 'kysely';
import { positionText } from '../../../domain/kernel/position.ts';
import type { Position } from '../../../domain/kernel/event.ts';
import type { RawEvent } from '../../stores/eventstoredb/read-response.ts';
import type { RawLog } from '../../stores/eventstoredb/raw-log.ts';
import { listMoves, signMove } from '../audit/log-moves.ts';
import { readTree } from '../audit/log-tree.ts';
import { isSameEvent, ofStreams } from './copied-events.ts';
import type { Logs } from './copy-log.ts';
import { eventPairs } from './event-pairs.ts';
import { MovedPositions, type MovedEvent } from './moved-positions.ts';
import { MovedTree } from './moved-tree.ts';
import { translateRows } from './translate-rows.ts';

/** The two stores, or the database, do not belong together. Nothing was changed. */
export class CannotFollow extends Error {
  override readonly name = 'CannotFollow';
}

type Parts = Readonly<{
  logs: Logs;
  /** One session of the database. */
  db: Kysely<unknown>;
  signer: Signer;
  now(): Date;
  show?(events: number, at: Position): void;
}>;

/** What tells a store from a copy of it: where its first event is, and when the store wrote it. */
const placeOfLog = async (log: RawLog): Promise<string> => {
  for await (const [first] of log.read('start', ofStreams))
    if (first) return `${positionText(first.position)} written ${first.created}`;
  return 'empty';
};

/** The move that ended at this store, where the database follows it already. */
const moveTo = async (place: string, db: Kysely<unknown>): Promise<SignedLogMove | undefined> => {
  const last = (await listMoves(db)).at(-1);
  return last?.move.to === place ? last : undefined;
};

const requireSame = (from: RawEvent | undefined, to: RawEvent | undefined): { from: RawEvent; to: RawEvent } => {
  if (from && to && isSameEvent(from, to)) return { from, to };
  const { stream, revision } = (from ?? to) as RawEvent;
  throw new CannotFollow(
    to
      ? `The two stores differ from ${revision}@${stream} on: npm run events -- copy --check names the streams.`
      : `${revision}@${stream} is not copied yet: run npm run events -- copy again.`,
  );
};

/**
 * Lets a database that follows the first store follow the second: compares the two event by event,
 * and in one transaction translates every position and signs that the log moved. Done already, it
 * changes nothing. No process of the service may run.
 */
export const followMove = async (parts: Parts): Promise<SignedLogMove> => {
  const { logs, db, signer, now, show } = parts;
  const [from, to] = [await placeOfLog(logs.from), await placeOfLog(logs.to)];
  const done = await moveTo(to, db);
  if (done) return done;
  const kept = await readTree(db);
  const tree = new MovedTree(kept, db);
  const positions = await MovedPositions.begin(db);
  let events = 0;
  for await (const pairs of eventPairs(logs)) {
    const moved: MovedEvent[] = [];
    for (const pair of pairs) {
      const both = requireSame(pair.from, pair.to);
      moved.push({ ...both, leaf: await tree.leafOf(both.to, both.from.position) });
    }
    await positions.add(moved);
    events += moved.length;
    const last = moved.at(-1);
    if (last) show?.(events, last.from.position);
  }
  if ((await positions.contradictions()) > 0)
    throw new CannotFollow('The database does not follow the store at --from: its positions are others.');
  const trees = await tree.trees();
  const move = { ...trees, from, to, log: kept.log, missing: tree.missing, size: kept.size };
  if (!isUnchanged({ ...move, by: '', time: '' }))
    throw new CannotFollow('The audit tree of the database is not that of the log: npm run audit -- verify says more.');
  return db.transaction().execute(async (tx) => {
    await translateRows(positions, tx);
    return signMove({ ...move, time: now().toISOString() }, signer, tx);
  });
};
