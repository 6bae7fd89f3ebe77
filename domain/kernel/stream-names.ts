/** The two halves of a stream name, `<category>-<id>`. */
export const partsOfStream = (stream: string): Readonly<{ category: string; id: string }> => {
  const dash = stream.indexOf('-');
  return { category: stream.slice(0, dash), id: stream.slice(dash + 1) };
};
