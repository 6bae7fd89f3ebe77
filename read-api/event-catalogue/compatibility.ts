import type { CataloguedEvent, EventCatalogue } from './event-catalogue.ts';
import { schemaChanges } from './schema-changes.ts';

const ofEvent = (before: CataloguedEvent, now: CataloguedEvent | undefined): string[] => {
  const { type } = before;
  if (!now) return [`${type} was removed: stored events of it could not be read any more.`];
  const ofVersions = before.versions.flatMap(({ version, schema }) => {
    const same = now.versions.find((one) => one.version === version);
    if (!same) return [`${type} version ${version} was removed: stored events of it could not be read any more.`];
    if (!schema || !same.schema) return [];
    return schemaChanges({ schema, root: schema }, { schema: same.schema, root: same.schema }).map(
      (change) => `${type} version ${version}: ${change}. Declare a new version instead.`,
    );
  });
  const open = (before.personal?.fields ?? []).filter((field) => !now.personal?.fields.includes(field));
  const ofPersonal = open.map(
    (field) => `${type}: ${field} was personal data and is not any more. Exports would carry it.`,
  );
  const moved = before.emittedBy.filter((category) => !now.emittedBy.includes(category));
  const ofStreams = moved.map((category) => `${type} is not in streams of ${category} any more.`);
  return [...ofVersions, ...ofPersonal, ...ofStreams];
};

/**
 * Why a catalogue may not follow the one that was released last, a sentence a reason; empty where everybody who reads events as
 * released can go on doing so.
 */
export const breaches = (released: EventCatalogue, current: EventCatalogue): readonly string[] => {
  const now = new Map(current.events.map((event) => [event.type, event]));
  return released.events.flatMap((before) => ofEvent(before, now.get(before.type)));
};
