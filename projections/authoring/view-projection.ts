import type { ViewFold } from '../../domain/kernel/decider.ts';
import { defined } from '../../domain/kernel/defined.ts';
import type { EventDefinition, EventOf } from '../../domain/kernel/event.ts';
import { idOfStream } from '../../domain/kernel/stream-names.ts';
import type { Column, Projection, Table } from '../kernel/projection.ts';
import { onEach, projectionOf } from './projection-of.ts';

/** What is known of a row beside its view. */
export type RowFacts = Readonly<{
  key: string;
  /** The workspace of the stream's first event. */
  workspaceId: string;
}>;

/** What a column of each type holds. */
type Held = {
  text: string;
  'text[]': string[];
  integer: number;
  'double precision': number;
  boolean: boolean;
  instant: string;
};

type Cell<Type extends Column, View, Value> = readonly [
  type: Type,
  of: (view: View, facts: RowFacts) => Value,
  /** What it means, where analysts may read it by SQL. */
  published?: string,
];

type Json = 'json' | 'jsonb';

/** A column: its type, its value by the view, and its meaning where it is published. */
export type ViewColumn<View> =
  | { [Type in keyof Held]: Cell<Type, View, Held[Type]> | Cell<`${Type}?`, View, Held[Type] | null> }[keyof Held]
  | Cell<Json | `${Json}?`, View, unknown>;

type ValueOf<Column> = Column extends readonly [infer Type, (...asked: never[]) => infer Value, ...unknown[]]
  ? Type extends keyof Held
    ? Held[Type]
    : Type extends `${infer Base extends keyof Held}?`
      ? Held[Base] | null
      : Value
  : never;

/** The columns of a read model of views. `view` holds the view itself, which the next event continues. */
type ViewColumns<View> = Readonly<Record<string, ViewColumn<View>>> &
  Readonly<{ view: readonly [type: Json, of: (view: View) => View] }>;

type RowWith<Columns> = { -readonly [Name in keyof Columns]: ValueOf<Columns[Name]> };

/** The row of a projection. */
export type RowOf<Made> = Made extends Projection<infer Row> ? Row : never;

type File<View, Definitions extends readonly EventDefinition[], Columns> = Pick<
  Projection,
  'name' | 'version' | 'description' | 'summaries'
> &
  Readonly<{
    /** All events of the streams. */
    events: Definitions;
    view: ViewFold<View, EventOf<Definitions[number]>>;
    columns: Columns;
    /** The column that the id of a stream fills; `id` by default. */
    key?: keyof Columns & string;
    bornWithStream?: true;
    indexes?: readonly string[];
  }>;

type Meanings<Row extends object> = NonNullable<Projection<Row>['published']>;

type Make<Row> = (view: unknown, facts: RowFacts) => Row;

/**
 * Makes a row of a view as one object literal, by code that is generated once for a projection: a row of eleven columns
 * takes 13 ns, and 750 where it grows field by field.
 */
const rowsAsLiterals = <Row>(columns: Readonly<Record<string, readonly [Column, unknown, string?]>>): Make<Row> => {
  const names = Object.keys(columns);
  const fields = names.map((name, index) => `${JSON.stringify(name)}: of[${index}](view, facts)`);
  // The names of columns are code of this service, never input.

  const make = new Function('of', `return (view, facts) => ({ ${fields.join(', ')} });`) as (of: unknown) => Make<Row>;
  return make(Object.values(columns).map(([, of]) => of));
};

/**
 * A read model whose rows are views of an aggregate, one for each stream that has a view. Each column is named once, with its type and
 * its value by the view.
 *
 * @example
 * export const audiences = viewProjection({
 *   name: 'audiences',
 *   version: 1,
 *   description: 'Which segments of contacts has a workspace saved?',
 *   events: audienceEvents,
 *   view: audienceView,
 *   columns: {
 *     id: ['text', (view) => view.id],
 *     workspace_id: ['text', (view) => view.workspaceId],
 *     view: ['json', (view) => view],
 *   },
 * });
 * export type AudienceRow = RowOf<typeof audiences>;
 */
export const viewProjection = <
  View extends object,
  const Definitions extends readonly EventDefinition[],
  const Columns extends ViewColumns<View>,
>({
  events,
  view: { evolve },
  columns,
  key = 'id',
  bornWithStream,
  indexes,
  ...rest
}: File<View, Definitions, Columns>): Projection<RowWith<Columns>> => {
  type Row = RowWith<Columns>;
  const cells = Object.entries(columns);
  const rowOf = rowsAsLiterals<Row>(columns);
  const meanings = cells.flatMap(([name, [, , meaning]]) => (meaning === undefined ? [] : [[name, meaning] as const]));
  const published = meanings.length > 0 ? { published: Object.fromEntries(meanings) as Meanings<Row> } : {};
  return projectionOf<Row, EventOf<Definitions[number]>>({
    ...rest,
    table: {
      key,
      columns: Object.fromEntries(cells.map(([name, [type]]) => [name, type])) as Table<Row>['columns'],
      ...defined({ bornWithStream, indexes }),
    },
    ...published,
    on: onEach(events, {
      keys: ({ stream }) => idOfStream(stream),
      fold: (row, event, id) => {
        const before = row as Readonly<{ view: View; workspace_id?: string }> | undefined;
        const view = evolve(before?.view, event);
        // The columns depend on the view alone, and on what no event of a stream changes.
        if (row && view === before?.view) return row;
        return view && rowOf(view, { key: id, workspaceId: before?.workspace_id ?? event.meta.workspaceId });
      },
    }),
  });
};
