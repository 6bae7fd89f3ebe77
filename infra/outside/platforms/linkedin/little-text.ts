/** What goes out unescaped: a mention as LinkedIn writes it, and a hashtag at the beginning of a word. */
const markup = /@\[[^\]\n]+\]\(urn:li:(?:person|organization):[\w-]+\)|(?<![\p{L}\p{N}_&/])#[\p{L}\p{N}]+/gu;
/** LinkedIn docs: "Little Text Format", reserved characters. */
const reserved = /[\\|{}@[\]()<>#*_~]/g;

const escaped = (text: string): string => text.replace(reserved, (character) => `\\${character}`);

/**
 * Text as LinkedIn's `commentary` wants it. A reserved character that is neither escaped nor markup silently ends the post there,
 * so everything is escaped but hashtags and mentions (`@[Name](urn:li:organization:123)`); addresses too, LinkedIn shows them back.
 */
export const littleText = (text: string): string => {
  let result = '';
  let from = 0;
  for (const { 0: found, index } of text.matchAll(markup)) {
    result += escaped(text.slice(from, index)) + found;
    from = index + found.length;
  }
  return result + escaped(text.slice(from));
};
