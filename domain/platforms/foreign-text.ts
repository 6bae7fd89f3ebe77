import { cutText, storable } from '../kernel/stored-text.ts';

/** No platform allows longer texts, and one event has room for this. */
const maxCharacters = 10_000;
const maxUrlLength = 2_048;
/** A text of another person in a form that can be stored. */
export const storableText = (text: string): string => storable(cutText(text, maxCharacters));

export const addressOr = <None>(none: None, url: string | undefined): string | None =>
  url === undefined || url.length > maxUrlLength ? none : storable(url);

/**
 * Some platforms let their users set the time of writing. Nothing is written after it was received,
 * nor before 1970.
 */
export const instantWithin = (text: string, now: string): string => {
  const stated = Date.parse(text);
  const latest = Date.parse(now);
  return new Date(Number.isNaN(stated) ? latest : Math.min(Math.max(stated, 0), latest)).toISOString();
};
