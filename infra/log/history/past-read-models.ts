import { sql, type Kysely } from 'kysely';
import type { StreamReader } from '../../../domain/kernel/event-store.ts';
import { isAfter } from '../../../domain/kernel/position.ts';
import { emittersOf } from '../../../domain/events.ts';
import type { Recorded } from '../../../domain/kernel/event.ts';
import type { Moment, Origins } from '../../../read-api/kernel/as-of.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { partsOfStream } from '../../../domain/kernel/stream-names.ts';
import type { ReadModels } from '../../../projections/database.ts';
import type { Projection } from '../../../projections/kernel/projection.ts';
import type { Past, ReadModelTables } from '../../../read-api/kernel/past.ts';
import type { ServiceEventStore } from '../../stores/event-store/service-event-store.ts';
import { foldOnto } from './fold-onto.ts';
import { StreamMemory, type Beginning } from './stream-memory.ts';
import type { Snapshot, StreamSnapshots } from './stream-snapshots.ts';
import { defined } from '../../../domain/kernel/defined.ts';

type Parts = Readonly<{
  store: Pick<ServiceEventStore, 'open' | 'openMarked' | 'head'>;
  /** The streams with personal data sealed, as `ServiceEventStore.view` reads them `lifted`. */
  sealed: StreamReader;
  db: Kysely<ReadModels>;
  projections: readonly Projection[];
  /** Without snapshots long streams are read from their beginning. */
  snapshots?: StreamSnapshots;
  maxCharacters?: number;
}>;

/** The opened snapshot of a stream. */
type Base = Pick<Snapshot, 'rows' | 'latest'> & Readonly<{ category: string | undefined }>;

/** How many streams are read at once for one answer. */
const atOnce = 8;

/**
 * Read models as they were. The live projection folds the events of the streams up to the moment,
 * and the query reads its rows in place of the live table, under its name and with its column
 * types. So neither the rules nor the queries of the past exist twice.
 */
export class PastReadModels implements Past {
  readonly #parts: Parts;
  readonly #streams: StreamMemory;
  readonly #projections: ReadonlyMap<string, Projection>;
  /** A commit the log is known to have reached. */
  #reached = 0n;

  constructor(parts: Parts) {
    const { sealed, projections, snapshots, maxCharacters } = parts;
    this.#parts = parts;
    this.#streams = new StreamMemory(sealed, {
      reached: () => this.#reached,
      ...(snapshots && { snapshots }),
      ...defined({ maxCharacters }),
    });
    this.#projections = new Map(projections.map((projection) => [projection.name, projection]));
  }

  async at(
    moment: Moment,
    models: readonly string[],
    { streams, beside = [], begun, clock }: Origins,
  ): Promise<{ db: ReadModelTables; now: string | undefined }> {
    const beginnings: Beginning[] = [];
    for (let first = 0; first < streams.length; first += atOnce) {
      const some = streams.slice(first, first + atOnce);
      beginnings.push(...(await Promise.all(some.map((stream) => this.#streams.by(moment, stream)))));
    }
    const bases: Base[] = await Promise.all(
      beginnings.flatMap(({ base }, at) => (base ? [this.#opened(base, streams[at] ?? '')] : [])),
    );
    if (begun) bases.push({ ...begun, category: undefined });
    const all = inLogOrder([...beginnings.map(({ events }) => events), beside]);
    const events = await this.#parts.store.open(
      begun ? all.filter(({ position }) => position.commit > begun.commit) : all,
    );
    const db = models.reduce<ReadModelTables>(
      (tables, model) => withRows(tables, model, this.#fold(model, bases, events)),
      this.#parts.db,
    );
    return { db, now: moment.kind === 'instant' ? moment.at : latest(bases, events, clock) };
  }

  lengthOf(stream: string, moment: Moment): Promise<number> {
    return this.#streams.lengthOf(moment, stream);
  }

  async head(): Promise<bigint> {
    const head = await this.#parts.store.head();
    if (head && head.commit > this.#reached) this.#reached = head.commit;
    return this.#reached;
  }

  async requireReached(moment: Moment, now: string, field: string): Promise<void> {
    const come =
      moment.kind === 'instant'
        ? moment.at <= now
        : moment.commit <= this.#reached || moment.commit <= (await this.head());
    if (!come) throw new Refused('VALIDATION_ERROR', `${field}: this moment has not come yet`, { field });
  }

  async #opened({ rows, mark, latest }: Snapshot, stream: string): Promise<Base> {
    const open = mark === null ? rows : await this.#parts.store.openMarked(rows, mark);
    return { rows: open, latest, category: partsOfStream(stream).category };
  }

  #fold(model: string, bases: readonly Base[], events: readonly Recorded[]): readonly object[] {
    const projection = this.#projections.get(model);
    if (!projection) throw new Error(`${model} is no read model`);
    const before = bases.flatMap(({ rows, category }) => {
      const known = rows[model];
      // An answer about a comment also needs its post and its account, whose streams do not make
      // the read model of comments.
      if (
        !known &&
        category !== undefined &&
        projection.handles.some((type) => emittersOf.get(type)?.includes(category))
      )
        throw new Error(`the snapshots of a stream that ${model} is made from do not hold it`);
      return known ?? [];
    });
    return foldOnto(projection, before, events).rows;
  }
}

/** One stream is in order already, and most answers need one. */
const inLogOrder = (histories: readonly (readonly Recorded[])[]): readonly Recorded[] => {
  const [only = [], ...others] = histories.filter((history) => history.length > 0);
  if (others.length === 0) return only;
  return [only, ...others].flat().sort((a, b) => (isAfter(a.position, b.position) ? 1 : -1));
};

const latest = (bases: readonly Base[], events: readonly Recorded[], clock: string | undefined): string | undefined =>
  [...bases.map((base) => base.latest), ...events.map(({ meta }) => meta.occurredAt)].reduce<string | undefined>(
    (last, at) => (last === undefined || at > last ? at : last),
    clock,
  );

/**
 * The same tables, one of them with these rows: queries use the types and order of the real table.
 */
const withRows = (tables: ReadModelTables, model: string, rows: readonly object[]): ReadModelTables =>
  tables.with(
    model,
    () => sql`(select * from json_populate_recordset(null::${sql.id(model)}, ${JSON.stringify(rows)}::json))`,
  ) as unknown as ReadModelTables;
