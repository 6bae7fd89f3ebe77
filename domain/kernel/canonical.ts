/**
 * A value with the names of its objects in order: as JSON, equal values are the same text, also after they were stored.
 *
 * @example
 * JSON.stringify(canonical({ b: 1, a: [{ d: 2, c: 3 }] })); // '{"a":[{"c":3,"d":2}],"b":1}'
 */
export const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, inner]) => [name, canonical(inner)]),
  );
};
