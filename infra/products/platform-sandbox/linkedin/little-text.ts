const markup =
  /^(?:@\[(?<name>[^\]\n]+)\]\(urn:li:(?:person|organization):[\w-]+\)|(?<tag>#[\p{L}\p{N}]+)|\{hashtag\|\\?#\|(?<word>[^}|]+)\})/u;
const reserved = new Set('\\|{}@[]()<>#*_~');

/**
 * The text of a commentary that readers see. As on LinkedIn, a reserved character that is neither
 * escaped nor markup ends it.
 */
export const shownText = (commentary: string): string => {
  let shown = '';
  for (let at = 0; at < commentary.length;) {
    const character = commentary[at] ?? '';
    if (!reserved.has(character)) {
      shown += character;
      at += 1;
      continue;
    }
    const next = commentary[at + 1];
    if (character === '\\' && next !== undefined) {
      shown += next;
      at += 2;
      continue;
    }
    const found = markup.exec(commentary.slice(at));
    if (!found?.groups) return shown;
    const { name, tag, word } = found.groups;
    shown += name ?? tag ?? `#${word ?? ''}`;
    at += found[0].length;
  }
  return shown;
};
