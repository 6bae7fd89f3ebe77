/**
 * The bytes of prompts that a job has in its own stream. Every step of a job reads the stream and writes
 * its row again, so both stay small.
 */
const maxBytes = 64 * 1024;

/** Which prompts are too long for the stream of their job. */
export const withinJob = <Item extends Readonly<{ promptText: string }>>(
  items: readonly Item[],
): readonly (Item & Readonly<{ isLong: boolean }>)[] => {
  let left = maxBytes;
  return items.map((item) => {
    const bytes = new TextEncoder().encode(item.promptText).length;
    const isLong = bytes > left;
    if (!isLong) left -= bytes;
    return { ...item, isLong };
  });
};
