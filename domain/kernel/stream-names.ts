/** The two halves of a stream name, `<category>-<id>`. */
export const partsOfStream = (stream: string): Readonly<{ category: string; id: string }> => {
  const dash = stream.indexOf('-');
  return { category: stream.slice(0, dash), id: stream.slice(dash + 1) };
};

/** The second half of a stream name, which may hold dashes itself. */
export const idOfStream = (stream: string): string => stream.slice(stream.indexOf('-') + 1);
