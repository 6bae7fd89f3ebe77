import { expect } from 'chai';

/** What a value may be. `moment` is ISO 8601 in UTC with milliseconds; a shape is an object of exactly such fields. */
export type Kind =
  | 'string'
  | 'lowercase'
  | 'uppercase'
  | 'integer'
  | 'boolean'
  | 'moment'
  | 'object'
  | 'null'
  | Shape
  | readonly [each: Kind];

export type Shape = Readonly<{
  /** Always there. */
  has: Readonly<Record<string, readonly Kind[]>>;
  /** There at times, and left out rather than null otherwise. */
  may?: Readonly<Record<string, readonly Kind[]>>;
}>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const simple: Readonly<Record<Extract<Kind, string>, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  lowercase: (value) => typeof value === 'string' && /^[a-z_]+$/.test(value),
  uppercase: (value) => typeof value === 'string' && /^[A-Z_]+$/.test(value),
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  moment: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value),
  object: isObject,
  null: (value) => value === null,
};

/** The places of a value that differ from its shape. */
const faultsOf = (value: unknown, kind: Kind, at: string): string[] => {
  if (typeof kind === 'string') return simple[kind](value) ? [] : [`${at} is ${JSON.stringify(value)}, not ${kind}`];
  if (Array.isArray(kind)) {
    const [each] = kind as readonly [Kind];
    return Array.isArray(value)
      ? value.flatMap((one, index) => faultsOf(one, each, `${at}.${index}`))
      : [`${at} is no list`];
  }
  if (!isObject(value)) return [`${at} is ${JSON.stringify(value)}, no object`];
  const { has, may = {} } = kind as Shape;
  const missing = Object.keys(has).filter((name) => !(name in value));
  const unknown = Object.keys(value).filter((name) => !(name in has) && !(name in may));
  const wrong = Object.entries(value).flatMap(([name, inner]) => {
    const kinds = has[name] ?? may[name] ?? [];
    const tries = kinds.map((one) => faultsOf(inner, one, `${at}.${name}`));
    return tries.some((faults) => faults.length === 0) ? [] : (tries[0] ?? []);
  });
  return [
    ...missing.map(
      (name) =>
        `${at}.${name} is missing: move it to \`may\` of its shape in test/reference/shapes.ts if it may be left out`,
    ),
    ...unknown.map((name) => `${at}.${name} is new: add it to its shape in test/reference/shapes.ts`),
    ...wrong,
  ];
};

/**
 * Holds an answer's body to its shape: no missing field, no unlisted field, each of its type and
 * casing.
 */
export const expectShape = (value: unknown, kind: Kind, what: string): void => {
  expect(faultsOf(value, kind, what)).to.deep.equal([]);
};
