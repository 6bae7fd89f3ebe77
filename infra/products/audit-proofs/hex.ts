const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Bytes as lower-case hex digits. */
export const toHex = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += digits[byte];
  return text;
};

/**
 * The bytes of lower-case hex digits; undefined for any other text, so that no two texts mean the
 * same bytes.
 */
export const fromHex = (text: string): Uint8Array | undefined => {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/.test(text)) return undefined;
  return Uint8Array.from({ length: text.length / 2 }, (_, at) => parseInt(text.slice(at * 2, at * 2 + 2), 16));
};

const digitOf = (value: number): number => (value < 10 ? 48 + value : 87 + value);

/** Whether `text`, from `from` on, holds exactly the lower-case hex digits of `bytes`. */
export const isHexOf = (bytes: Uint8Array, text: Uint8Array, from: number): boolean => {
  if (text.length < from + 2 * bytes.length) return false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (text[from + 2 * at] !== digitOf(byte >> 4) || text[from + 2 * at + 1] !== digitOf(byte & 15)) return false;
  }
  return true;
};
