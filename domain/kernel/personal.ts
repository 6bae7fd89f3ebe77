/**
 * Replaces a person's data after that person's key is destroyed. It is a text like the data, so
 * that folds over histories with forgotten people need no special case; views may return it or
 * compare with it.
 */
export const forgotten = '[forgotten]';

/** Replaces personal data for readers without the right to see it. */
export const masked = '[masked]';

/**
 * A copy of the data with the text at a path replaced, in every item of lists on the path. Absent
 * values and other types are unchanged.
 */
export const withTextAt = (data: unknown, path: readonly string[], change: (text: string) => string): unknown => {
  const [name, ...rest] = path;
  if (name === undefined) return typeof data === 'string' ? change(data) : data;
  if (Array.isArray(data)) return data.map((each) => withTextAt(each, path, change));
  if (typeof data !== 'object' || data === null || !(name in data)) return data;
  return { ...data, [name]: withTextAt((data as Record<string, unknown>)[name], rest, change) };
};
