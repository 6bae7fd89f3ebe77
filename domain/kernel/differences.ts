/** A value of JSON. */
export type Json = string | number | boolean | null | readonly Json[] | Readonly<{ [name: string]: Json }>;

/** One place at which two values differ. `at` is a JSON pointer (RFC 6901), the empty text for the whole. */
export type Difference =
  | Readonly<{ at: string; kind: 'added'; new: Json }>
  | Readonly<{ at: string; kind: 'removed'; old: Json }>
  | Readonly<{ at: string; kind: 'changed'; old: Json; new: Json }>;

/**
 * The differences of two values, as deep as both go: names in alphabetical order, items of lists by
 * index. `undefined` is an absent value.
 *
 * @example
 * differences({ name: 'Spring', tags: ['a'] }, { name: 'Summer', tags: ['a', 'b'] });
 * // [{ at: '/name', kind: 'changed', old: 'Spring', new: 'Summer' }, { at: '/tags/1', kind: 'added', new: 'b' }]
 */
export const differences = (before: Json | undefined, after: Json | undefined): readonly Difference[] => {
  const found: Difference[] = [];
  compare('', before, after, found);
  return found;
};

const compare = (at: string, before: Json | undefined, after: Json | undefined, found: Difference[]): void => {
  if (before === undefined) {
    if (after !== undefined) found.push({ at, kind: 'added', new: after });
  } else if (after === undefined) {
    found.push({ at, kind: 'removed', old: before });
  } else if (isList(before) && isList(after)) {
    for (let index = 0; index < Math.max(before.length, after.length); index++)
      compare(`${at}/${index}`, before[index], after[index], found);
  } else if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
    for (const name of names) compare(`${at}/${escaped(name)}`, own(before, name), own(after, name), found);
  } else if (before !== after) {
    found.push({ at, kind: 'changed', old: before, new: after });
  }
};

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

const isObject = (value: Json): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !isList(value);

/** Properties inherited by every object are not differences. */
const own = (object: Readonly<Record<string, Json>>, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
