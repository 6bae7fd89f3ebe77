import type { Kysely } from 'kysely';
import { sameBytes } from '../../products/audit-proofs/hashing.ts';
import { leafText } from '../../products/audit-proofs/leaf.ts';
import type { Recorded } from '../../../domain/kernel/event.ts';
import type { EventLog } from '../../../domain/kernel/event-store.ts';
import { LogContradicted } from './contradicted.ts';
import { auditHashing as hashing } from './hashing.ts';
import { leafHashes } from './log-tree.ts';

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

type Parts = Readonly<{ stored: EventLog; db: Kysely<unknown> }>;

/**
 * The first `size` stored events of the log, in batches. Throws `LogContradicted` at the first
 * event that differs from the one that entered the tree, and when events are missing.
 */
export async function* treeEvents(size: number, { stored, db }: Parts): AsyncIterable<readonly TreeEvent[]> {
  const done = new AbortController();
  let index = 0;
  try {
    if (size === 0) return;
    const last = await stored.head();
    for await (const { events, to } of stored.follow('start', { signal: done.signal })) {
      const batch = events.slice(0, size - index).map((event, at) => treeEvent(event, index + at));
      const known = await leafHashes(index, batch.length, db);
      batch.forEach((one, at) => requireLeaf(one, known[at]));
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
