/** Each text names its post, its revision and its place in the thread, so that what a platform shows tells what was sent. */
export const textOf = (post: number, revision: number, sequence: number, suffix = ''): string =>
  `Post ${post}, revision ${revision}, item ${sequence}.${suffix}`;

export const commentOf = (post: number, revision: number): string => `Comment on post ${post}, revision ${revision}.`;

/** What a bulk job writes. */
export const bulkTextOf = (jobId: string, index: number): string => `Text ${index} of the job ${jobId}.`;

export type Written = Readonly<{ post: number; revision: number; sequence: number }>;

/** Platforms put a title before a text or after it. */
export const writtenIn = (text: string): Written | undefined => {
  const found = /Post (\d+), revision (\d+), item (\d+)\b/.exec(text);
  return found ? { post: Number(found[1]), revision: Number(found[2]), sequence: Number(found[3]) } : undefined;
};

export const commentedIn = (text: string): Omit<Written, 'sequence'> | undefined => {
  const found = /Comment on post (\d+), revision (\d+)\./.exec(text);
  return found ? { post: Number(found[1]), revision: Number(found[2]) } : undefined;
};

/** The place in the thread of a send by its name: `post`, `thread-2` … */
export const sequenceOf = (send: string): number => (send === 'post' ? 1 : Number(send.slice('thread-'.length)));
