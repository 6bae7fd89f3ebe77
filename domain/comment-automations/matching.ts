import { cutText, normalized } from '../kernel/stored-text.ts';
import type { KeywordMatch } from './automation-events.ts';

/** What a rule looks at of a comment. */
export type MatchedComment = Readonly<{
  accountId: string;
  postId: string | null;
  content: string;
  authorId: string;
  authorUsername: string;
}>;

/** An account of the workspace, on the platform of the comment, as that platform names it. */
export type OwnName = Readonly<{ ids: readonly string[]; username: string }>;

export type Mismatch = 'OTHER_ACCOUNT' | 'OTHER_POST' | 'OWN_COMMENT' | 'NO_KEYWORD';
export type Match = Readonly<{ keyword: string }> | Readonly<{ reason: Mismatch }>;

const plain = (text: string): string => normalized(text, 'NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();

/** How much of a comment is looked at: more than a person writes before the word that counts. In UTF-16 units. */
export const examinedLength = 2_000;

/** What is the same for each rule that looks at a comment. */
export type ExaminedComment = Readonly<{
  comment: MatchedComment;
  isOwn: boolean;
  text: string;
  /** For each place of the text and the one behind it: the next place that no letter or digit comes before. */
  wordStarts: Uint16Array;
  /** For each place of the text and the one behind it: whether no letter or digit is there. */
  isWordEnd: Uint8Array;
}>;

const partOfWord = /[\p{L}\p{N}\p{M}]/u;

/** The places of a text where a word may begin, and where it may end. */
const wordBounds = (text: string): Pick<ExaminedComment, 'wordStarts' | 'isWordEnd'> => {
  const isWordEnd = new Uint8Array(text.length + 1);
  const isWordStart = new Uint8Array(text.length + 1);
  isWordStart[0] = 1;
  isWordEnd[text.length] = 1;
  let at = 0;
  for (const character of text) {
    const isApart = partOfWord.test(character) ? 0 : 1;
    isWordEnd[at] = isApart;
    at += character.length;
    isWordStart[at] = isApart;
  }
  const wordStarts = new Uint16Array(text.length + 1);
  for (let place = text.length, next = text.length; place >= 0; place--) {
    if (isWordStart[place] === 1) next = place;
    wordStarts[place] = next;
  }
  return { wordStarts, isWordEnd };
};

/** Whether a text has a keyword that no letter or digit touches. Only places where a word may begin are compared. */
const hasWord = ({ text, wordStarts, isWordEnd }: ExaminedComment, keyword: string): boolean => {
  for (let at = text.indexOf(keyword); at >= 0;) {
    const start = wordStarts[at] ?? text.length;
    if (start === at && isWordEnd[at + keyword.length] === 1) return true;
    at = text.indexOf(keyword, start === at ? (wordStarts[at + 1] ?? text.length) : start);
    if (at >= text.length) return false;
  }
  return false;
};

const fits: Readonly<Record<KeywordMatch, (comment: ExaminedComment, keyword: string) => boolean>> = {
  WORD: hasWord,
  CONTAINS: ({ text }, keyword) => text.includes(keyword),
  EXACT: ({ text }, keyword) => text === keyword,
};

/**
 * Whether an account of the workspace wrote it. An own comment never matches, so no automation
 * answers itself or another one of the workspace.
 */
const isOwn = ({ authorId, authorUsername }: MatchedComment, own: readonly OwnName[]): boolean =>
  own.some(
    ({ ids, username }) => ids.includes(authorId) || (username !== '' && plain(username) === plain(authorUsername)),
  );

const wholeSecond = 19;

/** Whether a comment is older than the switching on of a rule. Some platforms state whole seconds. */
export const isOlder = (platformCreatedAt: string, activeSince: string): boolean =>
  platformCreatedAt < activeSince.slice(0, wholeSecond);

/** Which comments a rule is about. */
export type Condition = Readonly<{
  accountId: string | null;
  postId: string | null;
  keywords: readonly string[];
  match: KeywordMatch;
}>;

/**
 * A comment, ready to be compared with many rules. Its first `examinedLength` units count, so the work
 * that the longest comment causes is bounded.
 */
export const examined = (comment: MatchedComment, own: readonly OwnName[]): ExaminedComment => {
  const text = plain(cutText(comment.content, examinedLength));
  return { comment, isOwn: isOwn(comment, own), text, ...wordBounds(text) };
};

/** Whether a rule applies to a comment, by the first of its keywords that fits. */
export const matchOf = ({ accountId, postId, keywords, match }: Condition, of: ExaminedComment): Match => {
  if (accountId !== null && accountId !== of.comment.accountId) return { reason: 'OTHER_ACCOUNT' };
  if (postId !== null && postId !== of.comment.postId) return { reason: 'OTHER_POST' };
  if (of.isOwn) return { reason: 'OWN_COMMENT' };
  const keyword = keywords.find((each) => fits[match](of, plain(each)));
  return keyword === undefined ? { reason: 'NO_KEYWORD' } : { keyword };
};
