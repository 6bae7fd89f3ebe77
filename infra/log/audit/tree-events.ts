import { leafText, sameBytes } from '@social-publishing/audit-proofs';
import type { Kysely } from 'kysely';
import type { Recorded } from '../../../domain/kernel/event.ts';
import { isForeign } from '../../stores/eventstoredb/codec.ts';
import type { StoredLog } from '../../stores/eventstoredb/store.ts';
import { LogContradicted } from './contradicted.ts';
import { auditHashing as hashing } from './hashing.ts';
import { leavesFrom, type Leaf } from './log-tree.ts';

/** An event of the log with its place in the tree, its leaf's text and hash. */
export type TreeEvent = Readonly<{ event: Recorded; index: number; text: string; leaf: Uint8Array }>;

/** The leaf of an event at a place of the log. */
export const treeEvent = (event: Recorded, index: number): TreeEvent => {
  const text = leafText(event, index);
  return { event, index, text, leaf: hashing.leaf(Buffer.from(text)) };
};

/** Throws unless the event is the one whose hash entered the tree. */
export const requireLeaf = ({ event, index, leaf }: TreeEvent, known: Uint8Array | undefined): void => {
  if (known && sameBytes(leaf, known)) return;
  throw new LogContradicted({ index, eventId: event.id, reason: 'not the event that came in at this place' });
};

type Parts = Readonly<{ stored: StoredLog; db: Kysely<unknown> }>;

/**
 * Whether an event of the log is not in the tree since another application wrote it. Trees that
 * were begun before such events were left out have them.
 */
const isLeftOut = (event: Recorded, { position }: Leaf): boolean =>
  isForeign(event) && (event.position.commit !== position.commit || event.position.prepare !== position.prepare);

/**
 * The first `size` events of the log that are in the tree, in batches. Throws `LogContradicted` at the first
 * event that differs from the one that entered the tree, and when events are missing.
 */
export async function* treeEvents(size: number, { stored, db }: Parts): AsyncIterable<readonly TreeEvent[]> {
  const done = new AbortController();
  let index = 0;
  try {
    if (size === 0) return;
    const last = await stored.head();
    for await (const { events, to } of stored.follow('start', { signal: done.signal, withForeign: true })) {
      const leaves = await leavesFrom(index, Math.min(events.length, size - index), db);
      const batch: TreeEvent[] = [];
      for (const event of events) {
        const leaf = leaves[batch.length];
        if (index + batch.length === size) break;
        if (leaf && isLeftOut(event, leaf)) continue;
        const one = treeEvent(event, index + batch.length);
        requireLeaf(one, leaf?.hash);
        batch.push(one);
      }
      yield batch;
      index += batch.length;
      if (index === size) return;
      // The log ends here: more events would be waited for in vain.
      if (last && to.commit >= last.commit) break;
    }
    throw new LogContradicted({ index, reason: `the log ends here, and ${size} events came in` });
  } finally {
    done.abort();
  }
}
