/**
 * The keys of a table that the program wrote. Of any other object there may be more keys than its type names.
 *
 * @example
 * keysOf({ live: 1, test: 2 }); // ['live', 'test']
 */
export const keysOf = <T extends object>(table: T): readonly Extract<keyof T, string>[] =>
  Object.keys(table) as Extract<keyof T, string>[];
