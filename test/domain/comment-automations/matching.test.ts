import { expect } from 'chai';
import fc from 'fast-check';
import {
  examined,
  isOlder,
  matchOf as matchOfExamined,
  type Condition,
  type MatchedComment,
  type OwnName,
} from '../../../domain/comment-automations/matching.ts';

describe('a comment matches a comment automation', () => {
  const rule = { accountId: null, postId: null, keywords: ['price', 'how much'], match: 'WORD' } as const;
  const comment = (content: string, more: Partial<MatchedComment> = {}): MatchedComment => ({
    accountId: 'a1',
    postId: 'p1',
    content,
    authorId: '7',
    authorUsername: 'zoe',
    ...more,
  });
  const matchOf = (rule: Condition, written: MatchedComment, own: readonly OwnName[]) =>
    matchOfExamined(rule, examined(written, own));
  const own = [{ ids: ['native-1', 'page-1'], username: 'OurShop' }];

  it('by a keyword as a word of its own, in any casing', () => {
    for (const text of ['Price?', 'the PRICE, please', 'So: how  much is it', 'price', 'ｐｒｉｃｅ'])
      expect(matchOf(rule, comment(text), own), text).to.have.property('keyword');
    for (const text of ['priceless', 'enterprice', 'prices', 'price2', '', 'how very much'])
      expect(matchOf(rule, comment(text), own), text).to.deep.equal({ reason: 'NO_KEYWORD' });
    expect(matchOf({ ...rule, keywords: ['é'] }, comment('caffé é'), own)).to.deep.equal({ keyword: 'é' });
    expect(matchOf({ ...rule, keywords: ['👍'] }, comment('👍👍'), own)).to.deep.equal({ keyword: '👍' });
  });
  it('by a keyword of several words that begins within a failed one, and by one of marks alone', () => {
    expect(matchOf({ ...rule, keywords: ['a a'] }, comment('ba a a'), own)).to.deep.equal({ keyword: 'a a' });
    expect(matchOf({ ...rule, keywords: ['???'] }, comment('what????'), own)).to.deep.equal({ keyword: '???' });
    expect(matchOf({ ...rule, keywords: ['$5'] }, comment('for $5 or $55'), own)).to.deep.equal({ keyword: '$5' });
    expect(matchOf({ ...rule, keywords: ['$5'] }, comment('for $55'), own)).to.deep.equal({ reason: 'NO_KEYWORD' });
  });
  it('as a plain reading of every place would', () => {
    const isPart = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}\p{M}]/u.test(character);
    const plainly = (text: string, keyword: string): boolean =>
      [...text].some((_, index, characters) => {
        const length = [...keyword].length;
        return (
          characters.slice(index, index + length).join('') === keyword &&
          !isPart(characters[index - 1]) &&
          !isPart(characters[index + length])
        );
      });
    const letters = fc.constantFrom('a', 'b', '?', '👍', 'é');
    const words = fc.array(fc.oneof(letters, fc.constant(' ')), { maxLength: 12 }).map((parts) => parts.join(''));
    const keywords = fc.array(letters, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(words, keywords, (text, keyword) => {
        const trimmed = text.replace(/ +/g, ' ').trim();
        const found = 'keyword' in matchOf({ ...rule, keywords: [keyword] }, comment(text), own);
        expect(found).to.equal(plainly(trimmed, keyword));
      }),
      { numRuns: 2_000 },
    );
  });
  it('within its first 2,000 units', () => {
    expect(matchOf(rule, comment(`${'. '.repeat(900)}price`), own)).to.deep.equal({ keyword: 'price' });
    expect(matchOf(rule, comment(`${'. '.repeat(1000)}price`), own)).to.deep.equal({ reason: 'NO_KEYWORD' });
  });
  it('by a keyword anywhere, or as the whole text', () => {
    expect(matchOf({ ...rule, match: 'CONTAINS' }, comment('priceless'), own)).to.deep.equal({ keyword: 'price' });
    expect(matchOf({ ...rule, match: 'EXACT' }, comment('  Price '), own)).to.deep.equal({ keyword: 'price' });
    expect(matchOf({ ...rule, match: 'EXACT' }, comment('Price?'), own)).to.deep.equal({ reason: 'NO_KEYWORD' });
  });
  it('only on the account and the post of the rule', () => {
    expect(matchOf({ ...rule, accountId: 'a2' }, comment('price'), own)).to.deep.equal({ reason: 'OTHER_ACCOUNT' });
    expect(matchOf({ ...rule, postId: 'p2' }, comment('price'), own)).to.deep.equal({ reason: 'OTHER_POST' });
    expect(matchOf({ ...rule, accountId: 'a1', postId: 'p1' }, comment('price'), own)).to.have.property('keyword');
  });
  it('only where it was written while the rule was on, to the second', () => {
    const since = '2026-01-05T09:00:00.500Z';
    expect(isOlder('2026-01-05T08:59:59.999Z', since)).to.equal(true);
    for (const at of ['2026-01-05T09:00:00.000Z', '2026-01-05T09:00:01.000Z'])
      expect(isOlder(at, since), at).to.equal(false);
  });
  it('never where an account of the workspace wrote it', () => {
    for (const author of [{ authorId: 'native-1' }, { authorId: 'page-1' }, { authorUsername: 'ourshop' }])
      expect(matchOf(rule, comment('price', author), own)).to.deep.equal({ reason: 'OWN_COMMENT' });
  });
});
