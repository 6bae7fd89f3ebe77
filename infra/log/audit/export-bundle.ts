import {
  type BundleScope,
  BundleWriter,
  consistencyRanges,
  formatFor,
  inclusionRanges,
  type SignedCheckpoint,
  type Signer,
  toHex,
} from '@social-publishing/audit-proofs';
import type { Kysely } from 'kysely';
import type { EventView } from '../../stores/event-store/service-event-store.ts';
import { auditHashing } from './hashing.ts';
import { hashesOfRanges, leavesAt } from './log-tree.ts';
import { listMoves } from './log-moves.ts';
import { listSuccessions } from './successions.ts';
import { checkpointsAfter } from './signed-checkpoints.ts';
import { requireLeaf, treeEvent, treeEvents, type TreeEvent } from './tree-events.ts';

type Parts = Readonly<{ stored: EventView; db: Kysely<unknown>; signer: Signer; now(): Date }>;

export type ExportWish = Readonly<{
  scope: BundleScope;
  /** The checkpoint the bundle is proven against: the newest. */
  checkpoint: SignedCheckpoint;
  /**
   * The size of a checkpoint the auditor kept. A bundle of a part proves that the log continues it.
   */
  since?: number | undefined;
  /** Called with the number of events of the log read so far. */
  passed?(events: number): void;
}>;

/** Of checkpoints closer to each other than this, some are left out. */
const checkpointsApart = 1000;

/** How many events of a stream are read and proven together. */
const pageSize = 500;

/**
 * The lines of a bundle, in batches, without line ends. Memory does not grow with the bundle.
 * Throws `LogContradicted` when the log differs from what entered the tree.
 */
export async function* exportBundle(wish: ExportWish, parts: Parts): AsyncIterable<readonly string[]> {
  const { scope, checkpoint, since } = wish;
  const writer = new BundleWriter(auditHashing);
  const { log, size } = checkpoint.checkpoint;
  const isWhole = scope.kind === 'everything';
  const first = isWhole ? await nextCheckpoint(0, checkpoint, parts.db) : checkpoint;
  const successions = await listSuccessions(parts.db);
  const moves = await listMoves(parts.db);
  const header = { exportedAt: parts.now().toISOString(), format: formatFor(successions, moves), log, scope } as const;
  const provenSince = isWhole || since === undefined || since === size ? null : since;
  yield [writer.header({ ...header, next: first.checkpoint.size, since: provenSince })];
  yield successions.map((one) => writer.succession(one));
  yield moves.map((one) => writer.move(one));
  if (isWhole) yield* wholeLog(wish, first, writer, parts);
  else {
    yield [writer.checkpoint(checkpoint, null)];
    if (provenSince !== null) {
      const proof = await hashesOfRanges(consistencyRanges(provenSince, size), parts.db);
      yield [writer.consistency({ from: provenSince, proof: proof.map(toHex) })];
    }
    const events = scope.kind === 'workspace' ? ofWorkspace(scope.id, wish, parts) : ofStream(scope, size, parts);
    for await (const batch of events) yield await proven(batch, size, writer, parts.db);
  }
  yield [writer.seal(parts.signer)];
}

/** The next checkpoint of the bundle after one of `after` events: far enough away, or the last. */
const nextCheckpoint = async (
  after: number,
  last: SignedCheckpoint,
  db: Kysely<unknown>,
): Promise<SignedCheckpoint> => {
  const [next] = await checkpointsAfter(after + checkpointsApart - 1, 1, db);
  return next && next.checkpoint.size < last.checkpoint.size ? next : last;
};

async function* wholeLog(
  { checkpoint: last, passed }: ExportWish,
  first: SignedCheckpoint,
  writer: BundleWriter,
  parts: Parts,
): AsyncIterable<readonly string[]> {
  let due: SignedCheckpoint | undefined = first;
  for await (const batch of treeEvents(last.checkpoint.size, parts)) {
    const lines: string[] = [];
    for (const { text, index } of batch) {
      lines.push(writer.event(text));
      if (!due || index + 1 !== due.checkpoint.size) continue;
      const met: SignedCheckpoint = due;
      due = met === last ? undefined : await nextCheckpoint(met.checkpoint.size, last, parts.db);
      lines.push(writer.checkpoint(met, due?.checkpoint.size ?? null));
    }
    yield lines;
    passed?.((batch.at(-1)?.index ?? 0) + 1);
  }
}

async function* ofWorkspace(
  id: string,
  { checkpoint, passed }: ExportWish,
  parts: Parts,
): AsyncIterable<readonly TreeEvent[]> {
  for await (const batch of treeEvents(checkpoint.checkpoint.size, parts)) {
    yield batch.filter(({ event }) => event.meta.workspaceId === id);
    passed?.((batch.at(-1)?.index ?? 0) + 1);
  }
}

async function* ofStream(
  { kind, id }: Exclude<BundleScope, { kind: 'everything' }>,
  size: number,
  { stored, db }: Parts,
): AsyncIterable<readonly TreeEvent[]> {
  for (let from = 0; ; from += pageSize) {
    const { events } = await stored.read(`${kind}-${id}`, { from, limit: pageSize });
    const places = await leavesAt(
      events.map(({ position }) => position),
      db,
    );
    const page = events.flatMap((event, at) => {
      const index = places[at];
      // The checkpoint does not prove later events.
      return index === undefined || index >= size ? [] : [treeEvent(event, index)];
    });
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
  }
}

const proven = async (
  events: readonly TreeEvent[],
  size: number,
  writer: BundleWriter,
  db: Kysely<unknown>,
): Promise<readonly string[]> => {
  const paths = events.map(({ index }) => [{ start: index, end: index + 1 }, ...inclusionRanges(index, size)]);
  const hashes = await hashesOfRanges(paths.flat(), db);
  let at = 0;
  return events.map((event, nth) => {
    const [known, ...proof] = hashes.slice(at, (at += paths[nth]?.length ?? 0));
    requireLeaf(event, known);
    return writer.event(event.text, proof);
  });
};
