import { createRequire } from 'node:module';

type TwitterText = Readonly<{
  parseTweet(text: string): Readonly<{ weightedLength: number; valid: boolean }>;
  extractUrlsWithIndices(text: string): readonly Readonly<{ url: string; indices: readonly [number, number] }>[];
}>;

const require = createRequire(import.meta.url);
let loaded: TwitterText | undefined;

/**
 * X's own counting and parsing; the package is CommonJS and carries no types. It is loaded with the first text, because it takes a
 * tenth of a second, and most programs that import this one have none.
 */
const twitterText = (): TwitterText => (loaded ??= require('twitter-text') as TwitterText);

/** X's count of a text: URLs are 23, wide characters 2. */
export const weightedLength = (text: string): number => twitterText().parseTweet(text).weightedLength;

export type ShownUrl = Readonly<{ start: number; end: number; url: string; expanded_url: string }>;

/** Ten letters in place of a URL, the same for the same URL within an object. */
const shortCode = (objectId: string, index: number): string =>
  BigInt(objectId).toString(36).slice(-8).padStart(8, '0') + index.toString(36).padStart(2, '0');

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * The text as X returns it through the API: URLs shortened, the media's URL at the end, three
 * characters as HTML entities.
 */
export const shown = (
  objectId: string,
  text: string,
  { hasMedia }: Readonly<{ hasMedia: boolean }>,
): Readonly<{ text: string; urls: readonly ShownUrl[] }> => {
  const urls: ShownUrl[] = [];
  let result = '';
  let from = 0;
  const append = (code: string, expanded: string) => {
    const url = `https://t.co/${code}`;
    urls.push({ start: result.length, end: result.length + url.length, url, expanded_url: expanded });
    result += url;
  };
  for (const [index, found] of twitterText().extractUrlsWithIndices(text).entries()) {
    const [start, end] = found.indices;
    result += escaped(text.slice(from, start));
    append(shortCode(objectId, index), /^https?:/i.test(found.url) ? found.url : `http://${found.url}`);
    from = end;
  }
  result += escaped(text.slice(from));
  if (hasMedia) {
    if (result !== '') result += ' ';
    append(shortCode(objectId, 35), `https://x.com/i/status/${objectId}/photo/1`);
  }
  return { text: result, urls };
};
