/**
 * Whether a text has these parts one behind the other. Each character is looked at once: an expression with `.*`
 * between the parts takes quadratic time, and a server may answer with megabytes.
 */
export const saysInTurn = (words: string, ...parts: readonly RegExp[]): boolean => {
  let rest = words;
  for (const part of parts) {
    const found = part.exec(rest);
    if (found === null) return false;
    rest = rest.slice(found.index + found[0].length);
  }
  return true;
};
