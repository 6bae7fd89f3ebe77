import type { Catalogue } from '../../../domain/kernel/catalogue.ts';
import type { EventMeta, NewEvent, PersonalFields } from '../../../domain/kernel/event.ts';
import { withTextAt } from '../../../domain/kernel/personal.ts';
import type { SubjectKeysAtHand } from './subject-keys.ts';

/** The subject whose key seals the addresses of a workspace's requests. */
export const workspaceSubject = (workspaceId: string): string => `workspace:${workspaceId}`;

type Shape = Readonly<{ type: string; data: unknown; meta: EventMeta; unreadable?: string }>;

const at = (data: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined,
      data,
    );

const personalOf = (event: NewEvent, catalogue: Catalogue): PersonalFields | undefined =>
  catalogue.definitions.get(event.type)?.personal;

const subjectOf = (event: NewEvent, personal: PersonalFields): string | undefined => {
  const subject = at(event.data, personal.subject);
  return typeof subject === 'string' && subject !== '' ? subject : undefined;
};

/** The subjects whose keys seal or open these events, where the events can be read. */
export const subjectsOf = (events: readonly Shape[], catalogue: Catalogue): Set<string> => {
  const subjects = new Set<string>();
  for (const event of events) {
    if (event.unreadable !== undefined) continue;
    const personal = personalOf(event, catalogue);
    const subject = personal && subjectOf(event, personal);
    if (subject !== undefined) subjects.add(subject);
    if (event.meta.actor.address !== undefined) subjects.add(workspaceSubject(event.meta.workspaceId));
  }
  return subjects;
};

/**
 * The event with the texts of its personal fields changed. `subject` is undefined where the event
 * has none.
 */
export const withPersonal = <E extends NewEvent>(
  event: E,
  catalogue: Catalogue,
  change: (subject: string | undefined, text: string) => string,
): E => {
  const personal = personalOf(event, catalogue);
  if (!personal) return event;
  const subject = subjectOf(event, personal);
  const data = personal.fields.reduce<unknown>(
    (before, field) => withTextAt(before, field.split('.'), (text) => change(subject, text)),
    event.data,
  );
  return { ...event, data };
};

/**
 * The event with its personal fields and the request's address sealed or opened. Fields that are
 * not texts stay as they are.
 */
const changed = <E extends Shape>(
  event: E,
  catalogue: Catalogue,
  change: (subject: string, text: string) => string,
): E => {
  const result = withPersonal(event, catalogue, (subject, text) =>
    subject === undefined ? text : change(subject, text),
  );
  const { actor, workspaceId } = event.meta;
  if (actor.address === undefined) return result;
  const address = change(workspaceSubject(workspaceId), actor.address);
  return { ...result, meta: { ...event.meta, actor: { ...actor, address } } };
};

/** Throws for an event whose personal data has no subject: it could never be erased. */
export const sealPersonal = <E extends Shape>(event: E, catalogue: Catalogue, keys: SubjectKeysAtHand): E => {
  const personal = personalOf(event, catalogue);
  if (personal && subjectOf(event, personal) === undefined)
    throw new Error(`${event.type} names no data subject at ${personal.subject}`);
  return changed(event, catalogue, keys.seal);
};

export const openPersonal = <E extends Shape>(event: E, catalogue: Catalogue, keys: SubjectKeysAtHand): E =>
  changed(event, catalogue, keys.open);
