import { sql, type Kysely, type Transaction } from 'kysely';
import { catalogue, emittersOf } from '../../domain/events.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import type { Moment } from '../../domain/kernel/moment.ts';
import { partsOfStream } from '../../domain/kernel/stream-names.ts';
import type { Projection } from '../../projections/kernel/projection.ts';
import type { SealingEventStore } from '../secrets/sealing-event-store.ts';
import { foldOnto, type RowsOf } from './fold-onto.ts';

/** What read models made of a stream from its beginning up to an event. */
export type Snapshot = Readonly<{
  revision: number;
  /** The place of that event in the log. */
  commit: bigint;
  /** The latest `occurredAt` until then. */
  latest: string;
  rows: RowsOf;
}>;

/** A snapshot is kept after so many events of a stream: reading and folding fewer is about as quick as a query. */
export const snapshotEvery = 50;
/** How much of a stream is read together when snapshots are made: several of them. */
const readAtOnce = 10 * snapshotEvery;

/** Streams that may grow long, by category, and the read models that are asked about their past. */
const asked: Readonly<Record<string, readonly string[]>> = { post: ['posts'] };

const personalCategories: ReadonlySet<string> = new Set(
  [...catalogue.definitions.values()].flatMap(({ type, personal }) => (personal ? (emittersOf.get(type) ?? []) : [])),
);

type Executor = Kysely<unknown> | Transaction<unknown>;
type Fold = Readonly<{ name: string; projections: readonly Projection[] }>;
type Parts = Readonly<{
  store: Pick<SealingEventStore, 'readSealed'>;
  db: Executor;
  /** Every read model: `allProjections`. */
  projections: readonly Projection[];
}>;

/**
 * Beginnings of long streams, folded already, in the database: whoever asks about a moment far into a stream reads no more than the events since.
 * They can be dropped at any time and are made again. Nothing is kept of streams that hold people's data, or it would outlive its erasure.
 */
export class StreamSnapshots {
  readonly #parts: Parts;
  readonly #folds: ReadonlyMap<string, Fold>;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#folds = new Map(
      Object.entries(asked)
        .filter(([category]) => !personalCategories.has(category))
        .map(([category, models]) => {
          const projections = parts.projections.filter(({ name }) => models.includes(name));
          // A changed fold makes other rows: its snapshots begin anew.
          const name = projections.map((projection) => `${projection.name}@${projection.version}`).join();
          return [category, { name, projections }];
        }),
    );
  }

  /** Whether snapshots are kept of a stream once it is long. */
  keeps(stream: string): boolean {
    return this.#foldOf(stream) !== undefined;
  }

  /** The last snapshot of a stream that had been reached at a moment; without a moment: the last of all. */
  async newest(stream: string, moment?: Moment, db: Executor = this.#parts.db): Promise<Snapshot | undefined> {
    const fold = this.#foldOf(stream);
    if (!fold) return undefined;
    const reached =
      moment === undefined
        ? sql`true`
        : moment.kind === 'position'
          ? sql`"commit" <= ${moment.commit.toString()}`
          : sql`latest <= ${moment.at}`;
    const { rows } = await sql<Omit<Snapshot, 'commit'> & Readonly<{ commit: string }>>`
      select revision, "commit", latest, rows from stream_snapshot
      where stream = ${stream} and fold = ${fold.name} and ${reached} order by revision desc limit 1`.execute(db);
    const [row] = rows;
    return row && { ...row, commit: BigInt(row.commit) };
  }

  /**
   * Makes the snapshots a stream has come to be due since the last one. One that cannot be folded gets no further ones. `db`: the transaction they are
   * written in, where there is one.
   */
  async extend(stream: string, db: Executor = this.#parts.db): Promise<void> {
    const fold = this.#foldOf(stream);
    if (!fold) return;
    let last = await this.newest(stream, undefined, db);
    await sql`delete from stream_snapshot where stream = ${stream} and fold <> ${fold.name}`.execute(db);
    for (;;) {
      const from = last ? last.revision + 1 : 0;
      const { events, revision } = await this.#parts.store.readSealed(stream, { from, limit: readAtOnce });
      if (revision === 'none') return;
      const made = following(last, events, revision, fold);
      if (made.length > 0) await insert(stream, fold.name, made, db);
      // The stream ends here, or something in it cannot be folded.
      if (made.length < readAtOnce / snapshotEvery) return;
      last = made.at(-1);
    }
  }

  #foldOf(stream: string): Fold | undefined {
    return this.#folds.get(partsOfStream(stream).category);
  }
}

const insert = async (stream: string, fold: string, made: readonly Snapshot[], db: Executor): Promise<void> => {
  await sql`
    insert into stream_snapshot (stream, fold, revision, "commit", latest, rows)
    select ${stream}, ${fold}, each.* from unnest(
      ${made.map(({ revision }) => revision)}::integer[], ${made.map(({ commit }) => commit.toString())}::bigint[],
      ${made.map(({ latest }) => latest)}::text[], ${made.map(({ rows }) => JSON.stringify(rows))}::json[]) as each
    on conflict do nothing`.execute(db);
};

/** The snapshots that are due between one and a revision. */
const following = (
  before: Snapshot | undefined,
  events: readonly Recorded[],
  revision: number,
  fold: Fold,
): readonly Snapshot[] => {
  const made: Snapshot[] = [];
  let last = before;
  for (;;) {
    const [from, to] = [(last?.revision ?? -1) + 1, (last?.revision ?? -1) + snapshotEvery];
    if (to > revision) return made;
    const between = events.filter((event) => event.revision >= from && event.revision <= to);
    last = followedBy(last, between, to, fold);
    if (!last) return made;
    made.push(last);
  }
};

const followedBy = (
  before: Snapshot | undefined,
  events: readonly Recorded[],
  revision: number,
  { projections }: Fold,
): Snapshot | undefined => {
  const folded = projections.map((projection) => foldOnto(projection, before?.rows[projection.name] ?? [], events));
  if (folded.some(({ whole }) => !whole)) return undefined;
  return {
    revision,
    // An event no build here knows is in no fold: where it stands does not matter.
    commit: events.at(-1)?.position.commit ?? before?.commit ?? 0n,
    latest: events.reduce(
      (last, { meta: { occurredAt } }) => (occurredAt > last ? occurredAt : last),
      before?.latest ?? '',
    ),
    rows: Object.fromEntries(projections.map(({ name }, at) => [name, folded[at]?.rows ?? []])),
  };
};
