import { sql, type Kysely } from 'kysely';
import type { EventStore } from '../../commands/kernel/event-store.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { isAfter, type Log } from '../../domain/kernel/log.ts';
import type { Moment, Origins } from '../../domain/kernel/moment.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import type { ReadModels } from '../../projections/database.ts';
import { foldBatch } from '../../projections/kernel/fold-batch.ts';
import type { Projection } from '../../projections/kernel/projection.ts';
import type { Past, ReadModelTables } from '../../read-api/kernel/past.ts';
import type { SealingEventStore } from '../secrets/sealing-event-store.ts';
import { StreamMemory } from './stream-memory.ts';

type Parts = Readonly<{
  store: Pick<SealingEventStore, 'readSealed' | 'open'> & Pick<Log, 'head'>;
  db: Kysely<ReadModels>;
  projections: readonly Projection[];
  mostCharacters?: number;
}>;

/** Streams read at once for one answer. */
const atOnce = 8;

/**
 * Read models as they were. The fold of the live projection is run over what the streams held by the moment, and its rows stand in the query in
 * place of the live table, under its name and with its column types. So neither the rules nor the queries of the past exist twice.
 */
export class PastReadModels implements Past {
  readonly #parts: Parts;
  readonly #streams: StreamMemory;
  readonly #projections: ReadonlyMap<string, Projection>;
  /** A place the log is known to have reached. */
  #reached = 0n;

  constructor(parts: Parts) {
    const { store, projections, mostCharacters } = parts;
    this.#parts = parts;
    const sealed: Pick<EventStore, 'read'> = { read: (stream, options) => store.readSealed(stream, options) };
    this.#streams = new StreamMemory(sealed, mostCharacters === undefined ? {} : { mostCharacters });
    this.#projections = new Map(projections.map((projection) => [projection.name, projection]));
  }

  async at(
    moment: Moment,
    models: readonly string[],
    { streams, beside = [], clock }: Origins,
  ): Promise<{ db: ReadModelTables; now: string | undefined }> {
    const histories: (readonly Recorded[])[] = [];
    for (let first = 0; first < streams.length; first += atOnce) {
      const some = streams.slice(first, first + atOnce);
      histories.push(...(await Promise.all(some.map((stream) => this.#streams.by(moment, stream)))));
    }
    const events = await this.#parts.store.open(inLogOrder([...histories, beside]));
    const db = models.reduce<ReadModelTables>(
      (tables, model) => withRows(tables, model, this.#fold(model, events)),
      this.#parts.db,
    );
    return { db, now: moment.kind === 'instant' ? moment.at : latest(events, clock) };
  }

  async lengthOf(stream: string, moment: Moment): Promise<number> {
    const last = (await this.#streams.by(moment, stream)).at(-1);
    return last === undefined ? 0 : last.revision + 1;
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

  #fold(model: string, events: readonly Recorded[]): readonly object[] {
    const projection = this.#projections.get(model);
    if (!projection) throw new Error(`${model} is no read model`);
    const handles = new Set(projection.handles);
    const handled = events.filter(({ type }) => handles.has(type));
    return foldBatch(projection, handled, new Map()).upserts;
  }
}

/** The past of one stream is in order already, and most answers are made from one. */
const inLogOrder = (histories: readonly (readonly Recorded[])[]): readonly Recorded[] => {
  const [only = [], ...others] = histories.filter((history) => history.length > 0);
  if (others.length === 0) return only;
  return [only, ...others].flat().sort((a, b) => (isAfter(a.position, b.position) ? 1 : -1));
};

const latest = (events: readonly Recorded[], clock: string | undefined): string | undefined =>
  events.reduce<string | undefined>(
    (last, { meta: { occurredAt } }) => (last === undefined || occurredAt > last ? occurredAt : last),
    clock,
  );

/** The same tables, but one of them with these rows: whatever is asked of it goes through the types and order of the real one. */
const withRows = (tables: ReadModelTables, model: string, rows: readonly object[]): ReadModelTables =>
  tables.with(
    model,
    () => sql`(select * from json_populate_recordset(null::${sql.id(model)}, ${JSON.stringify(rows)}::json))`,
  ) as unknown as ReadModelTables;
