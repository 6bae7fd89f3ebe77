import { randomUUID } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import { catalogue, emittersOf } from '../../../domain/events.ts';
import type { Recorded } from '../../../domain/kernel/event.ts';
import type { Moment } from '../../../read-api/kernel/as-of.ts';
import { partsOfStream } from '../../../domain/kernel/stream-names.ts';
import type { Projection } from '../../../projections/kernel/projection.ts';
import { markPersonal, type Mark } from '../../stores/secrets/marked-texts.ts';
import type { StreamReader } from '../../../domain/kernel/event-store.ts';
import { foldName } from './fold-name.ts';
import { foldOnto, type RowsOf } from './fold-onto.ts';
import { fromSnapshotEvent, toSnapshotEvent, type SnapshotEvent } from './snapshot-event.ts';

/** The rows that read models make of a stream, from its beginning up to an event. */
export type Snapshot = Readonly<{
  revision: number;
  /** The commit of that event. */
  commit: bigint;
  /** The latest `occurredAt` until then. */
  latest: string;
  /** Made of sealed events: personal data in the rows is sealed and marked. */
  rows: RowsOf;
  /**
   * The mark for `ServiceEventStore.openMarked`; null where no event of the stream has personal
   * data.
   */
  mark: Mark | null;
}>;

/**
 * How many events lie between two snapshots of a stream: to read and fold fewer takes about as long
 * as a query. On streams of 1,000 events an as-of answer takes 1.13 times the plain GET of a post
 * and 1.41 times that of an account, and the first one without a snapshot 44 to 75 times (`npm run
 * bench -- as-of`).
 */
export const snapshotEvery = 50;
/** How many events are read at once when snapshots are made. */
const readAtOnce = 10 * snapshotEvery;

/** A snapshot longer than this, in characters of JSON, costs more than it saves. */
const maxCharacters = 1_000_000;

/**
 * The categories of streams that may grow long, and the read models whose past is asked about. Each
 * model depends on streams of this category alone. Webhook endpoints also count events of their
 * deliveries' streams: see `EndpointSnapshots`.
 */
export const snapshotted: Readonly<Record<string, readonly string[]>> = {
  post: ['posts'],
  account: ['accounts'],
  workspace: ['workspaces', 'memberships'],
  user: ['users'],
  queue: ['queues'],
};

type Executor = Kysely<unknown> | Transaction<unknown>;
type Fold = Readonly<{ name: string; projections: readonly Projection[]; isPersonal: boolean }>;
type Parts = Readonly<{
  sealed: StreamReader;
  db: Executor;
  /** Every read model: `allProjections`. */
  projections: readonly Projection[];
}>;

/**
 * Folded beginnings of long streams, in the database, so that a question about a moment far into a
 * stream reads only the events since. They can be dropped at any time and are then made again.
 * Personal data in them is sealed as in the log, so destroying a key erases it here as well. An old
 * event with unsealed personal data gets no snapshot.
 */
export class StreamSnapshots {
  readonly #parts: Parts;
  readonly #folds: ReadonlyMap<string, Fold>;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#folds = new Map(
      Object.entries(snapshotted).map(([category, models]) => {
        const projections = parts.projections.filter(({ name }) => models.includes(name));
        // A changed fold or event makes other rows, so snapshots start again.
        const isOf = (type: string): boolean => emittersOf.get(type)?.includes(category) ?? false;
        const isPersonal = [...catalogue.definitions.values()].some(({ type, personal }) => isOf(type) && personal);
        return [category, { name: foldName(projections, isOf), projections, isPersonal }];
      }),
    );
  }

  /** Whether a stream gets snapshots once it is long. */
  keeps(stream: string): boolean {
    return this.#foldOf(stream) !== undefined;
  }

  /**
   * The last snapshot of a stream before a moment, and the events from there to the next snapshot,
   * if there is one.
   */
  async around(
    stream: string,
    moment: Moment,
  ): Promise<Readonly<{ base: Snapshot | undefined; events: readonly Recorded[] }>> {
    const fold = this.#foldOf(stream);
    if (!fold) return { base: undefined, events: [] };
    const reached =
      moment.kind === 'position' ? sql`"commit" <= ${moment.commit.toString()}` : sql`latest <= ${moment.at}`;
    const { rows } = await sql<StoredSnapshot & Readonly<{ events: readonly SnapshotEvent[] | null }>>`
      (select ${columns}, null as events from stream_snapshot
        where stream = ${stream} and fold = ${fold.name} and ${reached} order by revision desc limit 1)
      union all
      (select ${columns}, events from stream_snapshot
        where stream = ${stream} and fold = ${fold.name} and not ${reached} order by revision limit 1)`.execute(
      this.#parts.db,
    );
    const base = rows.find(({ events }) => events === null);
    const next = rows.find(({ events }) => events !== null);
    // If a snapshot in between was deleted, its events are missing.
    const isNext = next?.revision === (base?.revision ?? -1) + snapshotEvery;
    return { base: base && snapshotOf(base), events: isNext ? (next?.events ?? []).map(fromSnapshotEvent) : [] };
  }

  /** The last snapshot of a stream. */
  async newest(stream: string, db: Executor = this.#parts.db): Promise<Snapshot | undefined> {
    const fold = this.#foldOf(stream);
    if (!fold) return undefined;
    const { rows } = await sql<StoredSnapshot>`
      select ${columns} from stream_snapshot
      where stream = ${stream} and fold = ${fold.name} order by revision desc limit 1`.execute(db);
    return rows[0] && snapshotOf(rows[0]);
  }

  /**
   * Makes the snapshots that are due. A stream that cannot be folded gets no further ones. `db`:
   * the transaction they are written in, if any.
   */
  async extend(stream: string, db: Executor = this.#parts.db): Promise<void> {
    const fold = this.#foldOf(stream);
    if (!fold) return;
    let last: Snapshot | undefined = await this.newest(stream, db);
    await sql`delete from stream_snapshot where stream = ${stream} and fold <> ${fold.name}`.execute(db);
    for (;;) {
      const from = last ? last.revision + 1 : 0;
      const { events, revision } = await this.#parts.sealed.read(stream, { from, limit: readAtOnce });
      if (revision === 'none') return;
      const made = following(last, events, revision, fold);
      if (made.length > 0) await insert(stream, fold.name, made, db);
      // The stream ends here, or an event cannot be folded.
      if (made.length < readAtOnce / snapshotEvery) return;
      last = made.at(-1)?.snapshot;
    }
  }

  #foldOf(stream: string): Fold | undefined {
    return this.#folds.get(partsOfStream(stream).category);
  }
}

type StoredSnapshot = Omit<Snapshot, 'commit'> & Readonly<{ commit: string }>;

const columns = sql`revision, "commit", latest, rows, mark`;

const snapshotOf = ({ revision, commit, latest, rows, mark }: StoredSnapshot): Snapshot => ({
  revision,
  latest,
  rows,
  mark,
  commit: BigInt(commit),
});

/** A snapshot and the events that led to it from the one before. */
type Made = Readonly<{ snapshot: Snapshot; events: readonly Recorded[] }>;

const insert = async (stream: string, fold: string, made: readonly Made[], db: Executor): Promise<void> => {
  await sql`
    insert into stream_snapshot (stream, fold, revision, "commit", latest, rows, mark, events)
    select ${stream}, ${fold}, each.* from unnest(
      ${made.map(({ snapshot }) => snapshot.revision)}::integer[],
      ${made.map(({ snapshot }) => snapshot.commit.toString())}::bigint[],
      ${made.map(({ snapshot }) => snapshot.latest)}::text[],
      ${made.map(({ snapshot }) => JSON.stringify(snapshot.rows))}::json[],
      ${made.map(({ snapshot }) => snapshot.mark)}::text[],
      ${made.map(({ events }) => JSON.stringify(events.map(toSnapshotEvent)))}::json[]) as each
    on conflict do nothing`.execute(db);
};

/** The snapshots that are due between one and a revision. */
const following = (
  before: Snapshot | undefined,
  events: readonly Recorded[],
  revision: number,
  fold: Fold,
): readonly Made[] => {
  const made: Made[] = [];
  let last = before;
  for (;;) {
    const [from, to]: [number, number] = [(last?.revision ?? -1) + 1, (last?.revision ?? -1) + snapshotEvery];
    if (to > revision) return made;
    const between = events.filter((event) => event.revision >= from && event.revision <= to);
    last = followedBy(last, between, to, fold);
    if (!last) return made;
    made.push({ snapshot: last, events: between });
  }
};

const followedBy = (
  before: Snapshot | undefined,
  events: readonly Recorded[],
  revision: number,
  { projections, isPersonal }: Fold,
): Snapshot | undefined => {
  const mark = isPersonal ? (before?.mark ?? randomUUID()) : null;
  const sealed = mark === null ? events : events.flatMap((event) => markPersonal(event, catalogue, mark) ?? []);
  if (sealed.length < events.length) return undefined;
  const folded = projections.map((projection) => foldOnto(projection, before?.rows[projection.name] ?? [], sealed));
  if (folded.some(({ whole }) => !whole)) return undefined;
  const rows = Object.fromEntries(projections.map(({ name }, at) => [name, folded[at]?.rows ?? []]));
  if (JSON.stringify(rows).length > maxCharacters) return undefined;
  return {
    revision,
    rows,
    mark,
    // Events of unknown type are in no fold, so their position does not matter.
    commit: events.at(-1)?.position.commit ?? before?.commit ?? 0n,
    latest: events.reduce(
      (last, { meta: { occurredAt } }) => (occurredAt > last ? occurredAt : last),
      before?.latest ?? '',
    ),
  };
};
