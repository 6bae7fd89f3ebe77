/**
 * Whether a value is an object with names, so neither a list nor null.
 *
 * @example
 * isRecord({ live: 1 }); // true
 * isRecord(['live']); // false
 * isRecord(null); // false
 */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
