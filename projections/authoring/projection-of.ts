import type { AnyEvent, EventOfType, EventType } from '../../domain/events.ts';
import type { EventDefinition, EventOf, NewEvent, Recorded } from '../../domain/kernel/event.ts';
import type { Projection } from '../kernel/projection.ts';

export type { EventOfType, EventType };

/** What an event of a type carries, at its newest version. */
export type DataOf<Type extends EventType> = Extract<AnyEvent, { type: Type }>['data'];

/** How events change the rows. */
export type Handler<Row, Event extends NewEvent> = Readonly<{
  /** The keys of the rows the event touches; an empty list changes no row. */
  keys(event: Recorded<Event>): string | readonly string[];
  /**
   * The row afterwards; `undefined` deletes it. Pure: the same events always leave the same rows.
   */
  fold(row: Row | undefined, event: Recorded<Event>, key: string): Row | undefined;
}>;

/** A handler for each event type a projection is made from. */
export type Handlers<Row, Event extends NewEvent> = {
  readonly [Type in Event['type']]?: Handler<Row, Extract<Event, { type: Type }>>;
};

/** A projection as an author writes it: one value that names its events and handles each type. */
export type ProjectionFile<Row extends object, Event extends NewEvent = AnyEvent> = Omit<
  Projection<Row>,
  'handles' | 'keys' | 'fold'
> &
  Readonly<{ on: Handlers<Row, Event> }>;

type AnyHandlers<Row> = Readonly<Record<string, Handler<Row, NewEvent> | undefined>>;

/** One handler for several event types, as for a row that holds the view of an aggregate. */
export const onEach = <Row, const Definitions extends readonly EventDefinition[]>(
  definitions: Definitions,
  handler: Handler<Row, EventOf<Definitions[number]>>,
): Handlers<Row, EventOf<Definitions[number]>> =>
  // `fromEntries` loses the types of the keys.
  Object.fromEntries(definitions.map(({ type }) => [type, handler])) as Handlers<Row, EventOf<Definitions[number]>>;

/**
 * Turns a projection file into what the engine runs. The key of a handler in `on` types its event.
 */
export const projectionOf = <Row extends object, Event extends NewEvent = AnyEvent>({
  on,
  ...rest
}: ProjectionFile<Row, Event>): Projection<Row> => {
  const handlers: AnyHandlers<Row> = on;
  return {
    ...rest,
    handles: Object.keys(on),
    keys: (event) => {
      const keys = handlers[event.type]?.keys(event) ?? [];
      return typeof keys === 'string' ? [keys] : keys;
    },
    fold: (row, event, key) => {
      const handler = handlers[event.type];
      return handler ? handler.fold(row, event, key) : row;
    },
  };
};
