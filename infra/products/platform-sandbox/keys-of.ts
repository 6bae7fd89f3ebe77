/** The keys of a table that the program wrote. Of any other object there may be more keys than its type names. */
export const keysOf = <T extends object>(table: T): readonly Extract<keyof T, string>[] =>
  Object.keys(table) as Extract<keyof T, string>[];

/** Whether a table that the program wrote has this key. */
export const isKeyOf = <T extends object>(table: T, name: string): name is Extract<keyof T, string> =>
  Object.hasOwn(table, name);

/** A table with one value for each key. */
export const tableOf = <Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value,
): Readonly<Record<Key, Value>> => Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>;
