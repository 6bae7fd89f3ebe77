import type { Recorded } from '../../domain/kernel/event.ts';

/**
 * `json` keeps a value as it was written and takes half the time of `jsonb`. It suits values that
 * are read whole and rarely queried.
 */
export type ColumnType =
  | 'text'
  | 'text[]'
  | 'integer'
  | 'bigint'
  | 'double precision'
  | 'boolean'
  | 'instant'
  | 'json'
  | 'jsonb';

/** One column: its type, with `?` where it may be null. */
export type Column = ColumnType | `${ColumnType}?`;

export type Table<Row> = Readonly<{
  columns: Readonly<Record<keyof Row & string, Column>>;
  /** The column that `key` fills. */
  key: keyof Row & string;
  /** Column lists, in index syntax: `workspace_id, id desc`, with an optional `where`. */
  indexes?: readonly string[];
  /**
   * Each row is made by one event and never changed. It is written without a lookup, and no index
   * holds `key` alone.
   */
  appendOnly?: true;
  /**
   * Each row begins with the first event of the stream that feeds it, so at that event no lookup is
   * needed.
   */
  bornWithStream?: true;
}>;

/** A view over the rows of a read model, whose answer is counted at the time of the query. */
export type Summary = Readonly<{
  /** The name readers query; begins with the name of the read model. */
  name: string;
  description: string;
  /** What each column means. */
  columns: Readonly<Record<string, string>>;
  /** The query, over a table name that is quoted already. */
  select: (table: string) => string;
}>;

/**
 * One read model: what it is made from and how. `fold` is pure; the engine loads the rows a batch
 * touches in one query, folds the batch in memory and writes one multi-row upsert in the
 * checkpoint's transaction.
 */
export interface Projection<Row extends object = Record<string, unknown>> {
  /** A noun for what it answers, and the name that readers query. */
  readonly name: string;
  /**
   * Raise it when the fold or the table changes. The new version is built beside the old one, then
   * readers are switched to it.
   */
  readonly version: number;
  /** What it answers, in one sentence. */
  readonly description: string;
  readonly handles: readonly string[];
  readonly table: Table<Row>;
  /** The rows an event touches; an empty list changes no row. */
  keys(event: Recorded): readonly string[];
  /**
   * The row afterwards; `undefined` deletes it. A fold never rejects a fact: it clamps, or takes a
   * default.
   */
  fold(row: Row | undefined, event: Recorded, key: string): Row | undefined;
  /**
   * `stream` (the default): each key is fed by one stream, so a failing key is parked and the
   * others continue. `all`: rows are shared across streams, so a failure parks the whole
   * projection.
   */
  readonly sharing?: 'stream' | 'all';
  /**
   * The columns analysts may read by SQL, each with its meaning; none where absent. Secrets and
   * personal data are never published.
   */
  readonly published?: Readonly<Partial<Record<keyof Row & string, string>>>;
  /** Views over its rows that analysts read as well. */
  readonly summaries?: readonly Summary[];
}
