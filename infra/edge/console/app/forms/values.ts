import type { Field } from './shape.ts';

/** What a person has filled in, by the names of fields. A field that is left empty is absent. */
export type Values = Readonly<Record<string, unknown>>;

export const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (isValues(value) && Object.keys(value).length === 0);

/** The values without those that are empty, so that an object whose fields are all empty is empty too. */
export const filled = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, isValues(value) ? filled(value) : value] as const)
      .filter(([, value]) => !isEmpty(value)),
  );

/** What the service takes for the fields that a person leaves alone. */
export const presetsOf = (fields: readonly Field[]): Values =>
  Object.fromEntries(fields.flatMap(({ name, preset }) => (preset === undefined ? [] : [[name, preset]])));

/** What a change makes other than it is shown. */
export const changedOf = (shown: Values, next: Values): Values =>
  Object.fromEntries(Object.entries(next).filter(([name, value]) => value !== shown[name]));

/** The values of the fields that the form has: an answer of the service may hold more. */
const known = (fields: readonly Field[], values: Values): Values =>
  Object.fromEntries(
    fields.map(({ name, shape }) => {
      const value = values[name];
      return [name, shape.kind === 'record' && isValues(value) ? known(shape.fields, value) : value];
    }),
  );

/** What empties a field that had a value: null, or a list without items; undefined where neither is taken. */
const emptied = ({ name, takesNull }: Field, before: Values): null | [] | undefined => {
  if (isEmpty(before[name])) return undefined;
  if (takesNull) return null;
  return Array.isArray(before[name]) ? [] : undefined;
};

/** What a request says: each field that has a value, and what empties one that had a value and has none any more. */
export const requestOf = (fields: readonly Field[], before: Values, now: Values): Values => {
  const said = filled(known(fields, now));
  const removed = fields.filter(({ name }) => said[name] === undefined);
  const ends = removed.map((field) => [field.name, emptied(field, before)] as const);
  return { ...said, ...Object.fromEntries(ends.filter(([, end]) => end !== undefined)) };
};
