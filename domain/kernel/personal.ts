/**
 * Replaces a person's data once that person's key is destroyed. It is a text like the data, so that folds over a history with
 * forgotten people need no special case; views may present it or compare with it.
 */
export const forgotten = '[forgotten]';

/** Replaces personal data for readers that may read only the rest. */
export const masked = '[masked]';

/** A copy of the data with the text at a path replaced, in every item of the lists on the way. What is absent or no text stays. */
export const withTextAt = (data: unknown, path: readonly string[], change: (text: string) => string): unknown => {
  const [name, ...rest] = path;
  if (name === undefined) return typeof data === 'string' ? change(data) : data;
  if (Array.isArray(data)) return data.map((each) => withTextAt(each, path, change));
  if (typeof data !== 'object' || data === null || !(name in data)) return data;
  return { ...data, [name]: withTextAt((data as Record<string, unknown>)[name], rest, change) };
};
