/**
 * The unescaped parts: a mention in LinkedIn's form, and a hashtag at the beginning of a word. A
 * name has no bracket, so that a text of `@[` is read in linear time.
 */
const markup = /@\[[^\][\n]+\]\(urn:li:(?:person|organization):[\w-]+\)|(?<![\p{L}\p{N}_&/])#[\p{L}\p{N}]+/gu;
/** LinkedIn docs: "Little Text Format", reserved characters. */
const reserved = /[\\|{}@[\]()<>#*_~]/g;

const escaped = (text: string): string => text.replace(reserved, (character) => `\\${character}`);

/**
 * Text in the form of LinkedIn's `commentary`. A reserved character that is neither escaped nor
 * markup silently ends the post, so everything is escaped except hashtags and mentions
 * (`@[Name](urn:li:organization:123)`), addresses too; LinkedIn displays them unescaped.
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
