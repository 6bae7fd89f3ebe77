import { normalized } from '../kernel/normal-text.ts';
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

const isPartOfWord = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}\p{M}]/u.test(character);

/** Whether a text has a keyword that no letter or digit touches. */
const hasWord = (text: string, keyword: string): boolean => {
  for (let at = text.indexOf(keyword); at >= 0; at = text.indexOf(keyword, at + 1)) {
    const before = [...text.slice(Math.max(0, at - 2), at)].at(-1);
    const [after] = text.slice(at + keyword.length, at + keyword.length + 2);
    if (!isPartOfWord(before) && !isPartOfWord(after)) return true;
  }
  return false;
};

const fits: Readonly<Record<KeywordMatch, (text: string, keyword: string) => boolean>> = {
  WORD: hasWord,
  CONTAINS: (text, keyword) => text.includes(keyword),
  EXACT: (text, keyword) => text === keyword,
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

/** Whether a rule applies to a comment, by the first of its keywords that fits. */
export const matchOf = (
  { accountId, postId, keywords, match }: Condition,
  comment: MatchedComment,
  own: readonly OwnName[],
): Match => {
  if (accountId !== null && accountId !== comment.accountId) return { reason: 'OTHER_ACCOUNT' };
  if (postId !== null && postId !== comment.postId) return { reason: 'OTHER_POST' };
  if (isOwn(comment, own)) return { reason: 'OWN_COMMENT' };
  const text = plain(comment.content);
  const keyword = keywords.find((each) => fits[match](text, plain(each)));
  return keyword === undefined ? { reason: 'NO_KEYWORD' } : { keyword };
};
