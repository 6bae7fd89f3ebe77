import type { AnyEvent } from '../../domain/events.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import type { Projection } from '../kernel/projection.ts';

/** Every event type there is (docs/events.md). */
export type EventType = AnyEvent['type'];

/** What an event of a type carries, at its newest version. */
export type DataOf<Type extends EventType> = Extract<AnyEvent, { type: Type }>['data'];

/** A recorded event of one type: its data, and who, when and where. Older versions are lifted before they are handed over. */
export type EventOfType<Type extends EventType> = Recorded<Extract<AnyEvent, { type: Type }>>;

/** What one event type does to the rows. */
export type Handler<Row, Type extends EventType> = Readonly<{
  /** The rows it touches, by key; none leaves every row as it is. */
  keys(event: EventOfType<Type>): string | readonly string[];
  /** The row afterwards; `undefined` deletes it. Pure: the same events always leave the same rows. */
  fold(row: Row | undefined, event: EventOfType<Type>, key: string): Row | undefined;
}>;

/** A projection as it is written: one file that says what it is made from, event type by event type. */
export type ProjectionFile<Row extends object> = Omit<Projection<Row>, 'handles' | 'keys' | 'fold'> &
  Readonly<{ on: Readonly<{ [Type in EventType]?: Handler<Row, Type> }> }>;

type AnyHandler = Readonly<{
  keys(event: Recorded): string | readonly string[];
  fold(row: Record<string, unknown> | undefined, event: Recorded, key: string): Record<string, unknown> | undefined;
}>;

/** Makes of a projection file what the engine runs. The editor knows each event's data by the name it stands under in `on`. */
export const projectionOf = <Row extends object>({ on, ...rest }: ProjectionFile<Row>): Projection => {
  const handlers = new Map(Object.entries(on as Readonly<Record<string, AnyHandler>>));
  const made: Omit<Projection, 'table' | 'published'> = {
    ...(rest as unknown as Projection),
    handles: [...handlers.keys()],
    keys: (event) => {
      const keys = handlers.get(event.type)?.keys(event) ?? [];
      return typeof keys === 'string' ? [keys] : keys;
    },
    fold: (row, event, key) => {
      const handler = handlers.get(event.type);
      return handler ? handler.fold(row, event, key) : row;
    },
  };
  return made as Projection;
};
