/**
 * The keys of a table that the program wrote. Of any other object there may be more keys than its type names.
 *
 * @example
 * keysOf({ live: 1, test: 2 }); // ['live', 'test']
 */
export const keysOf = <T extends object>(table: T): readonly Extract<keyof T, string>[] =>
  Object.keys(table) as Extract<keyof T, string>[];

/**
 * The entries of a table that the program wrote, with the type of each key.
 *
 * @example
 * entriesOf({ live: 1, test: 2 }); // [['live', 1], ['test', 2]]
 */
export const entriesOf = <T extends object>(
  table: T,
): readonly (readonly [name: Extract<keyof T, string>, value: Required<T>[Extract<keyof T, string>]])[] =>
  Object.entries(table) as [Extract<keyof T, string>, Required<T>[Extract<keyof T, string>]][];

/**
 * Whether a table that the program wrote has this key.
 *
 * @example
 * isKeyOf({ live: 1, test: 2 }, 'test'); // true
 * isKeyOf({ live: 1, test: 2 }, 'toString'); // false
 */
export const isKeyOf = <T extends object>(table: T, name: string): name is Extract<keyof T, string> =>
  Object.hasOwn(table, name);

/**
 * A table with one value for each key.
 *
 * @example
 * tableOf(['live', 'test'], (mode) => mode.length); // { live: 4, test: 4 }
 */
export const tableOf = <Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value,
): Readonly<Record<Key, Value>> => Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>;
