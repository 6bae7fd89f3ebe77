/**
 * What stands where a person's data stood once that person's key was destroyed. A text like the data it replaces, so that
 * folds over a history with forgotten people need no special case; views may show it or compare with it.
 */
export const forgotten = '[forgotten]';

/** What stands where personal data is kept from who may read the rest. */
export const masked = '[masked]';

/** A copy of the data with the text at a path replaced, in every item of lists on the way; what is absent or no text stays. */
export const withTextAt = (data: unknown, path: readonly string[], change: (text: string) => string): unknown => {
  const [name, ...rest] = path;
  if (name === undefined) return typeof data === 'string' ? change(data) : data;
  if (Array.isArray(data)) return data.map((each) => withTextAt(each, path, change));
  if (typeof data !== 'object' || data === null || !(name in data)) return data;
  return { ...data, [name]: withTextAt((data as Record<string, unknown>)[name], rest, change) };
};
