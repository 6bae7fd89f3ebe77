/** Whether a name passes that lies between two offsets. A scan asks it of every event, so no view of the name is made. */
export type NameTest = (bytes: Buffer, start: number, end: number) => boolean;

export const startsWith = (prefix: Buffer): NameTest => {
  const { length } = prefix;
  if (length === 0) return () => true;
  const first = prefix[0];
  // Most names differ in their first byte.
  return (bytes, start, end) =>
    bytes[start] === first && end - start >= length && bytes.compare(prefix, 0, length, start, start + length) === 0;
};

export const endsWith =
  (suffix: Buffer): NameTest =>
  (bytes, start, end) =>
    end - start >= suffix.length && bytes.compare(suffix, 0, suffix.length, end - suffix.length, end) === 0;
