/** The fewest letters to insert, drop, replace or swap with their neighbour (optimal string alignment). */
const distance = (one: string, other: string): number => {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwap = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (before[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    [before, last] = [last, next];
  }
  return last[other.length] ?? 0;
};

/** Longer words are compared with none, so that the work is bounded. */
const longest = 64;

/**
 * The known word that a misspelled one most likely is: at most a third of its letters differ.
 *
 * @example
 * nearest('facebok', ['FACEBOOK', 'facebook', 'x']); // 'facebook'
 * nearest('myspace', ['facebook']); // undefined
 */
export const nearest = (word: string, known: readonly string[]): string | undefined => {
  if (word.length > longest) return undefined;
  const [best] = known
    .map((each) => ({ each, far: distance(word, each) }))
    .filter(({ each, far }) => far <= Math.max(1, Math.floor(Math.max(word.length, each.length) / 3)))
    .toSorted((one, other) => one.far - other.far);
  return best?.each;
};
