/**
 * The two halves of a stream name, `<category>-<id>`.
 *
 * @example
 * partsOfStream('post-c1-draft'); // { category: 'post', id: 'c1-draft' }
 */
export const partsOfStream = (stream: string): Readonly<{ category: string; id: string }> => {
  const dash = stream.indexOf('-');
  return { category: stream.slice(0, dash), id: stream.slice(dash + 1) };
};

/**
 * The second half of a stream name, which may hold dashes itself.
 *
 * @example
 * idOfStream('post-c1'); // 'c1'
 */
export const idOfStream = (stream: string): string => stream.slice(stream.indexOf('-') + 1);
