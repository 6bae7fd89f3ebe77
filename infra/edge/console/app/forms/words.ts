import { isPlatform, platformName } from '../platforms.ts';

/** A name of the API as people read it: `replySettings`, `require_approval` and `LEARN_MORE` become words. */
export const wordsOf = (name: string): string => {
  if (isPlatform(name.toLowerCase())) return platformName(name);
  const apart = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/[_-]+/g, ' ');
  const words = apart
    .split(' ')
    .map(
      (word) =>
        ({ id: 'ID', url: 'address', ids: 'IDs', api: 'API', ai: 'AI' })[word.toLowerCase()] ?? word.toLowerCase(),
    );
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** What a person reads of the description of a field: what `null` means is for programs. */
export const helpFrom = (description: string | undefined): string | undefined =>
  description?.replace(/[;,] (or )?null\b[^;.]*/, '');
