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

/** One shape of an event's stored data. */
export type CataloguedVersion = Readonly<{
  version: number;
  /** The first release that has it; null before its first release. */
  since: string | null;
  /** Null for a version that was replaced before any release: only its example remains. */
  schema: JsonSchema | null;
  example: unknown;
}>;

/** One event type, for external readers of the log. */
export type CataloguedEvent = Readonly<{
  type: string;
  /** What happened, in one sentence. */
  says: string;
  /** The categories of the aggregates that decide it: its streams are named `<category>-<id>`. */
  emittedBy: readonly string[];
  /** The fields about a person, and the field that names the person; null in an event without personal data. */
  personal: Readonly<{ subject: string; fields: readonly string[] }> | null;
  /** Every version that was ever stored, oldest first. The service's own readers get the newest. */
  versions: readonly CataloguedVersion[];
}>;

export type EventCatalogue = Readonly<{ events: readonly CataloguedEvent[] }>;

type Sources = Readonly<{
  definitions: readonly EventDefinition[];
  emittersOf: ReadonlyMap<string, readonly string[]>;
  /** The golden sample of a version. */
  exampleOf(type: string, version: number): unknown;
  /** The last released catalogue: it has the schemas that the code has replaced since. */
  released: EventCatalogue;
}>;

/** The catalogue of all storable events, in alphabetical order. */
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

/** The catalogue in its released form: every unreleased version belongs to this release. */
export const released = (catalogue: EventCatalogue, release: string): EventCatalogue => ({
  events: catalogue.events.map((event) => ({
    ...event,
    versions: event.versions.map((version) => ({ ...version, since: version.since ?? release })),
  })),
});
