import { z } from 'zod';
import type { EventDefinition } from '../../domain/kernel/event.ts';

/** A JSON Schema (draft 2020-12), as far as events use it. */
export type JsonSchema = Readonly<{
  $ref?: string;
  $defs?: Readonly<Record<string, JsonSchema>>;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
  items?: JsonSchema;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  additionalProperties?: boolean | JsonSchema;
  format?: string;
}>;

/** One shape in which an event's data are stored. */
export type CataloguedVersion = Readonly<{
  version: number;
  /** The release it first appeared in; null while it is in none. */
  since: string | null;
  /** Null for a version that was replaced before any release: only its example is left. */
  schema: JsonSchema | null;
  example: unknown;
}>;

/** One event type, for readers of the log from outside. */
export type CataloguedEvent = Readonly<{
  type: string;
  /** What happened, in one sentence. */
  says: string;
  /** The categories of the aggregates that decide it: its streams are named `<category>-<id>`. */
  emittedBy: readonly string[];
  /** Which fields are about a person, and the field that names them; null where none is. */
  personal: Readonly<{ subject: string; fields: readonly string[] }> | null;
  /** Every version that was ever stored, oldest first. Readers of the service are given the newest. */
  versions: readonly CataloguedVersion[];
}>;

export type EventCatalogue = Readonly<{ events: readonly CataloguedEvent[] }>;

type Sources = Readonly<{
  definitions: readonly EventDefinition[];
  emittersOf: ReadonlyMap<string, readonly string[]>;
  /** The golden sample of a version. */
  exampleOf(type: string, version: number): unknown;
  /** What was published last: it knows the schemas that code has replaced since. */
  released: EventCatalogue;
}>;

/** The catalogue of everything that can be stored, in alphabetical order. */
export const eventCatalogue = ({ definitions, emittersOf, exampleOf, released }: Sources): EventCatalogue => {
  const known = new Map(released.events.map((event) => [event.type, event]));
  const events = definitions.map(({ type, description: says, personal, schema, version: newest }): CataloguedEvent => {
    const before = known.get(type)?.versions ?? [];
    const versions = Array.from({ length: newest }, (_, index): CataloguedVersion => {
      const version = index + 1;
      const published = before.find((one) => one.version === version);
      return {
        version,
        since: published?.since ?? null,
        schema:
          version === newest
            ? (z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as JsonSchema)
            : (published?.schema ?? null),
        example: exampleOf(type, version),
      };
    });
    return {
      type,
      says,
      emittedBy: emittersOf.get(type) ?? [],
      personal: personal ? { subject: personal.subject, fields: personal.fields } : null,
      versions,
    };
  });
  return { events: events.sort((a, b) => (a.type < b.type ? -1 : 1)) };
};

/** The catalogue as it is published: what is in no release yet is in this one. */
export const released = (catalogue: EventCatalogue, release: string): EventCatalogue => ({
  events: catalogue.events.map((event) => ({
    ...event,
    versions: event.versions.map((version) => ({ ...version, since: version.since ?? release })),
  })),
});
