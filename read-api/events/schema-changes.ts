import type { JsonSchema } from './event-catalogue.ts';

type Rooted = Readonly<{ schema: JsonSchema; root: JsonSchema }>;

/** Follows references to the schema they name. */
const resolved = ({ schema, root }: Rooted): Rooted => {
  if (schema.$ref === undefined) return { schema, root };
  if (schema.$ref === '#') return { schema: root, root };
  const named = root.$defs?.[schema.$ref.slice('#/$defs/'.length)];
  return named ? resolved({ schema: named, root }) : { schema: {}, root };
};

/** The alternatives of a union, flattened; any other schema is its only alternative. */
const alternatives = (given: Rooted): readonly Rooted[] => {
  const { schema, root } = resolved(given);
  if (Array.isArray(schema.type)) return schema.type.map((type: string) => ({ schema: { ...schema, type }, root }));
  const options = schema.anyOf ?? schema.oneOf;
  return options ? options.flatMap((option) => alternatives({ schema: option, root })) : [{ schema, root }];
};

const isNull = ({ schema }: Rooted): boolean => schema.type === 'null' || schema.const === null;

const valuesOf = ({ const: only, enum: some }: JsonSchema): readonly unknown[] | undefined =>
  some ?? (only === undefined ? undefined : [only]);

const kindOf = (schema: JsonSchema): string => {
  if (typeof schema.type === 'string') return schema.type;
  const [value] = valuesOf(schema) ?? [];
  if (value !== undefined) return value === null ? 'null' : typeof value;
  return schema.properties ? 'object' : 'anything';
};

/** A change of an object's fields that breaks readers of either version. */
const fieldChanges = (before: Rooted, now: Rooted, path: string, seen: readonly string[]): string[] => {
  const [had, has] = [before.schema.properties ?? {}, now.schema.properties ?? {}];
  const [needed, needs] = [new Set(before.schema.required), new Set(now.schema.required)];
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const kept = Object.entries(had).flatMap(([name, schema]) => {
    const next = has[name];
    if (next === undefined) return [`the field ${at(name)} was removed`];
    const found = schemaChanges({ schema, root: before.root }, { schema: next, root: now.root }, at(name), seen);
    if (needed.has(name) && !needs.has(name)) found.push(`the field ${at(name)} may be absent now`);
    if (!needed.has(name) && needs.has(name)) found.push(`the field ${at(name)} is newly required`);
    return found;
  });
  const added = Object.keys(has)
    .filter((name) => had[name] === undefined && needs.has(name))
    .map((name) => `the field ${at(name)} is newly required`);
  return [...kept, ...added];
};

const sameKindChanges = (before: Rooted, now: Rooted, path: string, seen: readonly string[]): string[] => {
  const where = path === '' ? 'the data' : `the field ${path}`;
  const [was, is] = [kindOf(before.schema), kindOf(now.schema)];
  if (was !== is) return [`${where} changed its type from ${was} to ${is}`];
  const [hadValues, values] = [valuesOf(before.schema), valuesOf(now.schema)];
  if (values) {
    if (!hadValues) return [`${where} now accepts listed values only`];
    const lost = hadValues.filter((value) => !values.includes(value));
    return lost.length === 0 ? [] : [`${where} lost the value ${lost.map(String).join(', ')}`];
  }
  if (before.schema.format !== now.schema.format)
    return [`${where} changed its format from ${before.schema.format ?? 'none'} to ${now.schema.format ?? 'none'}`];
  const inner = (one: JsonSchema | boolean | undefined): JsonSchema | undefined =>
    typeof one === 'object' ? one : undefined;
  const nested = ([one, other]: readonly (JsonSchema | undefined)[], below: string): string[] =>
    one && other ? schemaChanges({ ...before, schema: one }, { ...now, schema: other }, below, seen) : [];
  return [
    ...fieldChanges(before, now, path, seen),
    ...nested([before.schema.items, now.schema.items], `${path}[]`),
    ...nested([inner(before.schema.additionalProperties), inner(now.schema.additionalProperties)], `${path}.*`),
  ];
};

/**
 * The changes between two schemas of one version that break readers, a phrase each. New optional
 * fields, new values of an enumeration and new alternatives of a union are compatible: readers skip
 * what they do not know.
 */
export const schemaChanges = (before: Rooted, now: Rooted, path = '', seen: readonly string[] = []): string[] => {
  // A schema that refers to itself is compared once for each path of references.
  const pair = `${before.schema.$ref ?? ''} ${now.schema.$ref ?? ''}`;
  if (before.schema.$ref !== undefined && seen.includes(pair)) return [];
  const visited = before.schema.$ref === undefined ? seen : [...seen, pair];
  const where = path === '' ? 'the data' : `the field ${path}`;
  const [had, has] = [alternatives(before), alternatives(now)];
  const found: string[] = [];
  if (!had.some(isNull) && has.some(isNull)) found.push(`${where} may be null now`);
  if (had.some(isNull) && !has.some(isNull)) found.push(`${where} may no longer be null, as stored ones are`);
  const [left, right] = [had.filter((one) => !isNull(one)), has.filter((one) => !isNull(one))];
  const [one] = left;
  const [other] = right;
  if (left.length === 1 && right.length === 1 && one && other)
    return [...found, ...sameKindChanges(one, other, path, visited)];
  const lost = left.filter((was) => !right.some((is) => sameKindChanges(was, is, path, visited).length === 0));
  if (lost.length > 0) found.push(`${where} lost ${lost.length} of its ${left.length} alternatives`);
  return found;
};
