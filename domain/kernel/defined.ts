/** The fields of T that may be undefined. */
type Open<T> = { [Name in keyof T]: undefined extends T[Name] ? Name : never }[keyof T];

/** T without undefined: a field that may be undefined may be absent. */
export type Defined<T> = { [Name in Exclude<keyof T, Open<T>>]: T[Name] } & {
  [Name in Open<T>]?: Exclude<T[Name], undefined>;
};

/**
 * The fields that have a value, to spread where a field is absent rather than undefined.
 *
 * @example
 * ({ id: 'c1', ...defined({ altText: undefined, order: 2 }) }); // { id: 'c1', order: 2 }
 */
export const defined = <T extends object>(fields: T): Defined<T> => {
  const found: Partial<T> = {};
  for (const name in fields) if (fields[name] !== undefined) found[name] = fields[name];
  return found as Defined<T>;
};
