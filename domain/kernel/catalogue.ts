import type { EventDefinition, NewEvent } from './event.ts';

/**
 * An event type that this build does not know, written by a newer one. Readers skip and count it.
 *
 * @example
 * catalogueOf([]).encode({ type: 'NoteWritten', data: {} }); // throws UnknownEvent
 */
export class UnknownEvent extends Error {
  override readonly name = 'UnknownEvent';
}

/** The stored form of an event: its type, the schema version of its data, and the data. */
export type VersionedData = Readonly<{ type: string; version: number; data: unknown }>;

export interface Catalogue {
  readonly definitions: ReadonlyMap<string, EventDefinition>;
  /** The categories of the streams that have each type; undefined where they are not known. */
  readonly categories: ReadonlyMap<string, readonly string[]> | undefined;
  encode(event: NewEvent): VersionedData;
  /** Lifts old versions to the newest; never validates, so history stays readable whatever today's rules are. */
  decode(stored: VersionedData): NewEvent;
}

/**
 * The one registry the store reads and writes through. A type declared twice fails at start-up.
 *
 * @example
 * const NoteWritten = defineEvent('NoteWritten', z.object({ text: z.string() }), {
 *   description: 'A note was written.',
 *   upcasts: [(old: { note: string }) => ({ text: old.note })],
 * });
 * const catalogue = catalogueOf([NoteWritten]);
 * catalogue.encode(NoteWritten({ text: 'Hello' })); // { type: 'NoteWritten', version: 2, data: { text: 'Hello' } }
 * catalogue.decode({ type: 'NoteWritten', version: 1, data: { note: 'Old' } }); // { type: 'NoteWritten', data: { text: 'Old' } }
 */
export const catalogueOf = (
  events: readonly EventDefinition[],
  categories?: ReadonlyMap<string, readonly string[]>,
): Catalogue => {
  const definitions = new Map<string, EventDefinition>();
  for (const definition of events) {
    if (definitions.has(definition.type)) throw new Error(`event ${definition.type} is declared twice`);
    definitions.set(definition.type, definition);
  }
  const find = (type: string): EventDefinition => {
    const definition = definitions.get(type);
    if (!definition) throw new UnknownEvent(type);
    return definition;
  };
  return {
    definitions,
    categories,
    encode: ({ type, data }) => ({ type, version: find(type).version, data }),
    decode: ({ type, version, data }) => ({
      type,
      data: find(type)
        .upcasts.slice(version - 1)
        .reduce<unknown>((lifted, upcast) => upcast(lifted as never), data),
    }),
  };
};
