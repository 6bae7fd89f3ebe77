import type { CataloguedEvent, EventCatalogue } from './event-catalogue.ts';
import { schemaChanges } from './schema-changes.ts';

const ofEvent = (before: CataloguedEvent, now: CataloguedEvent | undefined): string[] => {
  const { type } = before;
  if (!now) return [`${type} was removed: its stored events could no longer be read.`];
  const ofVersions = before.versions.flatMap(({ version, schema }) => {
    const same = now.versions.find((one) => one.version === version);
    if (!same) return [`${type} version ${version} was removed: its stored events could no longer be read.`];
    if (!schema || !same.schema) return [];
    return schemaChanges({ schema, root: schema }, { schema: same.schema, root: same.schema }).map(
      (change) => `${type} version ${version}: ${change}. Declare a new version instead.`,
    );
  });
  const open = (before.personal?.fields ?? []).filter((field) => !now.personal?.fields.includes(field));
  const ofPersonal = open.map(
    (field) => `${type}: ${field} was personal data and no longer is. Exports would contain it.`,
  );
  const moved = before.emittedBy.filter((category) => !now.emittedBy.includes(category));
  const ofStreams = moved.map((category) => `${type} is no longer in streams of ${category}.`);
  return [...ofVersions, ...ofPersonal, ...ofStreams];
};

/**
 * The reasons why a catalogue is incompatible with the last released one, one sentence each; empty
 * where every reader of the released events can continue.
 */
export const incompatibleChanges = (released: EventCatalogue, current: EventCatalogue): readonly string[] => {
  const now = new Map(current.events.map((event) => [event.type, event]));
  return released.events.flatMap((before) => ofEvent(before, now.get(before.type)));
};
