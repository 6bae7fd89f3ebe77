const timeDigits = 9;
const length = 25;
const shape = /^c[a-z0-9]{24}$/;

/**
 * Whether a string has the form of an id of this service.
 *
 * @example
 * isId('cmxy0000000000000000000a1'); // true
 * isId('42'); // false
 */
export const isId = (value: string): boolean => shape.test(value);

/**
 * An id of 25 characters: `c`, nine base-36 digits of the millisecond (good until the year 5188), then fifteen of `entropy`.
 * Ids of different milliseconds sort by time. `entropy` is at least fifteen characters of [0-9a-z], random or derived.
 *
 * @example
 * idAt(Date.parse('2026-12-01T10:00:00Z'), 'abcdefghijklmno'); // 'c0mx4izwg0abcdefghijklmno'
 */
export const idAt = (milliseconds: number, entropy: string): string => {
  const id = `c${milliseconds.toString(36).padStart(timeDigits, '0')}${entropy.slice(0, length - timeDigits - 1)}`;
  if (!isId(id)) throw new Error(`entropy must be at least fifteen characters of [0-9a-z]: ${entropy}`);
  return id;
};

/**
 * The millisecond in which an id was created.
 *
 * @example
 * timeOfId(idAt(1_790_000_000_000, 'abcdefghijklmno')); // 1_790_000_000_000
 */
export const timeOfId = (id: string): number => parseInt(id.slice(1, 1 + timeDigits), 36);
