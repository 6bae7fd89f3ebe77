import { isRecord } from './record.ts';
/**
 * Replaces a person's data after that person's key is destroyed. It is a text like the data, so
 * that folds over histories with forgotten people need no special case; views may return it or
 * compare with it.
 *
 * @example
 * withTextAt({ author: { username: 'zoe' } }, ['author', 'username'], () => forgotten);
 * // { author: { username: '[forgotten]' } }
 */
export const forgotten = '[forgotten]';

/**
 * Replaces personal data for readers without the right to see it.
 *
 * @example
 * withTextAt({ email: 'zoe@example.com' }, ['email'], () => masked); // { email: '[masked]' }
 */
export const masked = '[masked]';

/**
 * A copy of the data with the text at a path replaced, in every item of lists on the path. Absent
 * values and other types are unchanged.
 *
 * @example
 * withTextAt({ people: [{ name: 'zoe' }, { age: 3 }] }, ['people', 'name'], (name) => name.toUpperCase());
 * // { people: [{ name: 'ZOE' }, { age: 3 }] }
 */
export const withTextAt = (data: unknown, path: readonly string[], change: (text: string) => string): unknown => {
  const [name, ...rest] = path;
  if (name === undefined) return typeof data === 'string' ? change(data) : data;
  if (Array.isArray(data)) return data.map((each) => withTextAt(each, path, change));
  if (!isRecord(data) || !(name in data)) return data;
  return { ...data, [name]: withTextAt(data[name], rest, change) };
};
