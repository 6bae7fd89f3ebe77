import type { Catalogue } from '../../../domain/kernel/catalogue.ts';
import type { NewEvent } from '../../../domain/kernel/event.ts';
import { forgotten } from '../../../domain/kernel/personal.ts';
import { withPersonal } from './personal-fields.ts';
import { isSealed, type SubjectKeysAtHand } from './subject-keys.ts';

/**
 * A mark of personal texts in values built from sealed events, where no catalogue lists the sealed
 * texts. Each text has its subject's name after the mark. The mark is random and newer than the
 * events, so no event can contain it.
 */
export type Mark = string;

/**
 * The sealed event with its personal texts marked. Undefined where a text is not sealed, as in some
 * old events: a copy of it would outlive its erasure.
 */
export const markPersonal = <E extends NewEvent>(event: E, catalogue: Catalogue, mark: Mark): E | undefined => {
  let isSafe = true;
  const marked = withPersonal(event, catalogue, (subject, text) => {
    if (text === '' || text === forgotten) return text;
    isSafe &&= subject !== undefined && isSealed(text);
    return `${mark}${JSON.stringify([subject, text])}`;
  });
  return isSafe ? marked : undefined;
};

const withTexts = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each: unknown) => withTexts(each, change));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withTexts(each, change)]));
};

const partsOf = (text: string, mark: Mark): readonly [subject: string, sealed: string] =>
  JSON.parse(text.slice(mark.length)) as [string, string];

/** The subjects whose keys open the marked texts of a JSON value. */
export const subjectsMarked = (value: unknown, mark: Mark): ReadonlySet<string> => {
  const subjects = new Set<string>();
  withTexts(value, (text) => {
    if (text.startsWith(mark)) subjects.add(partsOf(text, mark)[0]);
    return text;
  });
  return subjects;
};

/** A JSON value with its marked texts opened, where their keys exist. */
export const openMarked = <Value>(value: Value, mark: Mark, keys: Pick<SubjectKeysAtHand, 'open'>): Value =>
  withTexts(value, (text) => (text.startsWith(mark) ? keys.open(...partsOf(text, mark)) : text)) as Value;
