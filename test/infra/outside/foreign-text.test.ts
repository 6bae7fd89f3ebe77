import { expect } from 'chai';
import { ended } from '../../../domain/kernel/sentence.ts';
import { receivedComment } from '../../../domain/comments/received-comment.ts';
import { retryAfterSeconds } from '../../../infra/outside/platforms/retry-hint.ts';
import { textOf } from '../../../infra/outside/platforms/mastodon/api.ts';
import { scrubbed } from '../../../infra/outside/platforms/scrub.ts';
import { withoutSecrets } from '../../../infra/telemetry/logger.ts';

const comment = (text: string) =>
  receivedComment({
    comment: {
      ...{ nativeId: '1', author: { id: text, username: text }, text, createdAt: '2026-01-01T00:00:00Z' },
      url: text,
    },
    post: { postId: 'p', platformPostId: 'pp', objectIds: [] },
    account: { id: 'a', platform: 'MASTODON' },
    ...{ commentId: 'c', contactId: 'k', now: '2026-01-02T00:00:00Z' },
  });

/** Everything that reads text of another server, and what is worst for it: many of these, then an `x`. */
const readers: readonly [string, (text: string) => unknown, readonly string[]][] = [
  ['the text of a status', textOf, ['<', '<br', '</p>', '</p> <p', '</p> ', '&a', '&#1', '&#x', ' ']],
  ['the end of a sentence', ended, ['.', '. ', ' .x', ' ']],
  ['the log', withoutSecrets, ['a', 'a-', 'a+', 'a://', 'a:', 'http://a:b', '?token=', '&code=', '@', '://']],
  ['a comment', comment, ['<', '\ud800', '\0', 'a']],
  ['a refusal', (text) => scrubbed(text, ['aaaaaaab', 'a a a a b']), ['a', 'aaaaaaa', 'a ']],
  ['a hint to wait', (text) => retryAfterSeconds(new Headers({ 'retry-after': text.trim() }), 0), ['1', '1.', 'Mon ']],
];

const milliseconds = (work: () => unknown): number => {
  let best = Infinity;
  for (let round = 0; round < 3; round++) {
    const start = performance.now();
    work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
};

/** Below this a measure says more of the machine than of the work. */
const smallest = 3;
/** Linear work grows tenfold, quadratic work a hundredfold. */
const maxGrowth = 40;

describe('the text of other servers', () => {
  for (const [name, read, units] of readers)
    for (const unit of units)
      it(`is read in linear time: ${name}, of ${JSON.stringify(unit)}`, () => {
        const of = (length: number) => `${unit.repeat(Math.ceil(length / unit.length))}x`;
        const [tenth, whole] = [of(100_000), of(1_000_000)];
        const before = Math.max(
          smallest,
          milliseconds(() => read(tenth)),
        );
        expect(milliseconds(() => read(whole)) / before).to.be.below(maxGrowth);
      });

  it('keeps what the markup of a status says', () => {
    expect(
      textOf('<p>a &amp; b<br />c</p> <p class="x">d <a href="h"><span class="invisible">ht</span>e</a></p>'),
    ).to.equal('a & b\nc\n\nd hte');
    expect(textOf('1 < 2')).to.equal('1 < 2');
    expect(textOf('&unknown; &#65;&#x42; &#x110000;')).to.equal('&unknown; AB &#x110000;');
  });

  it('ends a sentence with one stop', () => {
    expect(['a', 'a.', ' a . . ', '...'].map(ended)).to.deep.equal(['a.', 'a.', 'a.', '.']);
  });
});
