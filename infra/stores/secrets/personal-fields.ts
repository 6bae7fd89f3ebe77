import type { Catalogue } from '../../../domain/kernel/catalogue.ts';
import type { Actor, EventMeta, NewEvent, PersonalFields } from '../../../domain/kernel/event.ts';
import { forgotten, withTextAt } from '../../../domain/kernel/personal.ts';
import type { SubjectKeysAtHand } from './subject-keys.ts';
import { isRecord } from '../../../domain/kernel/record.ts';

/** The subject whose key seals the addresses of a workspace's requests. */
export const workspaceSubject = (workspaceId: string): string => `workspace:${workspaceId}`;

type Shape = Readonly<{ type: string; data: unknown; meta: EventMeta; unreadable?: string }>;

const at = (data: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), data);

const personalOf = (event: NewEvent, catalogue: Catalogue): PersonalFields | undefined =>
  catalogue.definitions.get(event.type)?.personal;

const subjectOf = (event: NewEvent, personal: PersonalFields): string | undefined => {
  const subject = at(event.data, personal.subject);
  return typeof subject === 'string' && subject !== '' ? subject : undefined;
};

/** The person whose request it was; a key is no person. */
const personOf = ({ kind, id }: Actor): string | undefined => (kind === 'user' ? id : undefined);

/** The subjects whose keys seal the address of a request, the outermost last. */
const subjectsOfAddress = ({ actor, workspaceId }: EventMeta): readonly string[] => {
  if (actor.address === undefined) return [];
  const person = personOf(actor);
  return [...(person === undefined ? [] : [person]), workspaceSubject(workspaceId)];
};

/** The subjects whose keys seal or open these events, where the events can be read. */
export const subjectsOf = (events: readonly Shape[], catalogue: Catalogue): Set<string> => {
  const subjects = new Set<string>();
  for (const event of events) {
    if (event.unreadable !== undefined) continue;
    const personal = personalOf(event, catalogue);
    const subject = personal && subjectOf(event, personal);
    if (subject !== undefined) subjects.add(subject);
    for (const one of subjectsOfAddress(event.meta)) subjects.add(one);
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

type Change = (subject: string, text: string) => string;

/** Fields that are not texts do not change. */
const withFields = <E extends Shape>(event: E, catalogue: Catalogue, change: Change): E =>
  withPersonal(event, catalogue, (subject, text) => (subject === undefined ? text : change(subject, text)));

const withAddress = <E extends Shape>(event: E, change: (address: string) => string): E => {
  const { actor } = event.meta;
  if (actor.address === undefined) return event;
  return { ...event, meta: { ...event.meta, actor: { ...actor, address: change(actor.address) } } };
};

/** Throws for an event whose personal data has no subject: it could never be erased. */
export const sealPersonal = <E extends Shape>(event: E, catalogue: Catalogue, keys: SubjectKeysAtHand): E => {
  const personal = personalOf(event, catalogue);
  if (personal && subjectOf(event, personal) === undefined)
    throw new Error(`${event.type} names no data subject at ${personal.subject}`);
  return withAddress(withFields(event, catalogue, keys.seal), (address) =>
    subjectsOfAddress(event.meta).reduce((text, subject) => keys.seal(subject, text), address),
  );
};

/** An address that was stored before people had a part in its seal is forgotten with them too. */
export const openPersonal = <E extends Shape>(event: E, catalogue: Catalogue, keys: SubjectKeysAtHand): E =>
  withAddress(withFields(event, catalogue, keys.open), (sealed) => {
    const person = personOf(event.meta.actor);
    if (person !== undefined && keys.isDestroyed(person)) return forgotten;
    return subjectsOfAddress(event.meta).reduceRight((text, subject) => keys.open(subject, text), sealed);
  });
