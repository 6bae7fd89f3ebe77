import { canonical } from './canonical.ts';

/**
 * Whether two JSON values are the same, in whatever order the fields of their objects are.
 *
 * @example
 * isSameValue({ a: 1, b: 2 }, { b: 2, a: 1 }); // true
 */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(canonical(one)) === JSON.stringify(canonical(other));

/**
 * The fields of a change that differ from what is stored. A field that is left out, or undefined, changes
 * nothing. Undefined where nothing differs.
 *
 * @example
 * const before = { name: 'Spring', tags: ['new'] };
 * changedFields(before, { name: 'Summer', tags: ['new'] }); // { name: 'Summer' }
 * changedFields(before, { name: 'Spring' }); // undefined
 */
export const changedFields = <State extends object>(
  before: State,
  change: { readonly [Name in keyof State]?: State[Name] | undefined },
): Partial<State> | undefined => {
  const different = Object.entries(change).filter(
    ([name, value]) => value !== undefined && !isSameValue(value, before[name as keyof State]),
  );
  return different.length === 0 ? undefined : (Object.fromEntries(different) as Partial<State>);
};
