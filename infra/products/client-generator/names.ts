/** The words of a name: `platformPostUrl`, `has_more`, `GOOGLE_BUSINESS`. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();

export const pascal = (name: string): string => wordsOf(name).map(capital).join('');
export const snake = (name: string): string =>
  wordsOf(name)
    .map((word) => word.toLowerCase())
    .join('_');
