export type Facet = Readonly<{
  index: Readonly<{ byteStart: number; byteEnd: number }>;
  features: readonly Readonly<Record<string, string>>[];
}>;

/** A stretch of text that means something, in UTF-16 units as JavaScript counts. */
type Span = Readonly<{ start: number; end: number; kind: 'link' | 'mention' | 'tag'; value: string }>;

const trailing = /[.,;:!?'"»”’]/;

/** From the end: an expression for the last characters is quadratic on a text of such characters. */
const withoutTrailing = (text: string, character: RegExp): string => {
  let length = text.length;
  while (length > 0 && character.test(text.charAt(length - 1))) length -= 1;
  return text.slice(0, length);
};

/** Cuts what belongs to the sentence, not to the link: punctuation, and brackets that were opened before it. */
const trimmedUrl = (url: string): string => {
  let unopened = url.split(')').length - url.split('(').length;
  let length = url.length;
  for (;;) {
    const last = url.charAt(length - 1);
    if (last === ')' && unopened > 0) unopened -= 1;
    else if (!trailing.test(last)) return url.slice(0, length);
    length -= 1;
  }
};

const handlePattern =
  /(?<![\w@/.])@([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+)/gi;
const linkPattern = /(?<![\w@])https?:\/\/[^\s<>]+/gi;
/** A keycap (`#`, U+FE0F, U+20E3) is an emoji. */
const tagPattern = /(?<=^|\s)[#＃](?![\uFE0F\u20E3])([^\s#\u00AD\u2060\u200A-\u200D\u20E2]+)/gu;
/** Bluesky's own detection: a tag has a character that is neither a digit nor punctuation. */
const tagCharacter = /[^\d\p{P}]/u;
const maxTagLength = 64;

/** Adds the spans that do not overlap taken ones. Both lists are in order. */
const besides = (taken: readonly Span[], spans: readonly Span[]): readonly Span[] => {
  let next = 0;
  const free = spans.filter(({ start, end }) => {
    while (next < taken.length && (taken[next]?.end ?? 0) <= start) next += 1;
    return (taken[next]?.start ?? Infinity) >= end;
  });
  return [...taken, ...free].sort((one, other) => one.start - other.start);
};

/** The links, mentions and hashtags of a text, in order, without overlaps. */
export const spansOf = (text: string): readonly Span[] => {
  const links = [...text.matchAll(linkPattern)].map((match): Span => {
    const value = trimmedUrl(match[0]);
    return { start: match.index, end: match.index + value.length, kind: 'link', value };
  });
  const mentions = [...text.matchAll(handlePattern)].map((match): Span => ({
    start: match.index,
    end: match.index + match[0].length,
    kind: 'mention',
    value: match[1] ?? '',
  }));
  const tags = [...text.matchAll(tagPattern)].flatMap((match): readonly Span[] => {
    const value = withoutTrailing(match[1] ?? '', /\p{P}/u);
    const good = tagCharacter.test(value) && [...value].length <= maxTagLength;
    return good ? [{ start: match.index, end: match.index + 1 + value.length, kind: 'tag', value }] : [];
  });
  return besides(besides(links, mentions), tags);
};

/**
 * The offsets a network of many languages counts in: bytes of UTF-8. Asked for in ascending order,
 * so that each part of the text is counted once.
 */
const byteOffsets = (text: string): ((index: number) => number) => {
  let [at, bytes] = [0, 0];
  return (index) => {
    bytes += Buffer.byteLength(text.slice(at, index), 'utf8');
    at = index;
    return bytes;
  };
};

/**
 * The facets of a text: links, mentions and tags of a Bluesky post need explicit markup. `didOf`
 * resolves a handle; a handle without an account stays plain text.
 */
export const facetsOf = async (
  text: string,
  didOf: (handle: string) => Promise<string | undefined>,
): Promise<readonly Facet[]> => {
  const facets: Facet[] = [];
  const byteOffset = byteOffsets(text);
  for (const { start, end, kind, value } of spansOf(text)) {
    const index = { byteStart: byteOffset(start), byteEnd: byteOffset(end) };
    const feature = async (): Promise<Readonly<Record<string, string>> | undefined> => {
      if (kind === 'link') return { $type: 'app.bsky.richtext.facet#link', uri: value };
      if (kind === 'tag') return { $type: 'app.bsky.richtext.facet#tag', tag: value };
      const did = await didOf(value.toLowerCase());
      return did === undefined ? undefined : { $type: 'app.bsky.richtext.facet#mention', did };
    };
    const found = await feature();
    if (found) facets.push({ index, features: [found] });
  }
  return facets;
};
