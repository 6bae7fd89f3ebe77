import { expect } from 'chai';
import fc from 'fast-check';
import type { Ceiling } from '../../../domain/content/content-rules.ts';
import { ceilingWindow, nextSendAt, nextSendUnder } from '../../../domain/posts/posting-ceilings.ts';
import type { Platform } from '../../../domain/platforms/platform.ts';

const hour = 3_600_000;
const spread = (count: number, every = 0): number[] => Array.from({ length: count }, (_, index) => index * every);

const allowedAt = (ceilings: readonly Ceiling[], earlier: readonly number[], at: number, sends: number): boolean =>
  ceilings.every(
    ({ posts, seconds }) =>
      earlier.filter((sent) => sent > at - seconds * 1000).length + Math.min(sends, posts) <= posts,
  );

describe('posting ceilings', () => {
  it('are those of the contract', () => {
    const table: [Platform, number, number][] = [
      ['TWITTER', 300, 24 * hour],
      ['LINKEDIN', 150, 24 * hour],
      ['INSTAGRAM', 100, 24 * hour],
      ['FACEBOOK', 60, hour],
      ['TIKTOK', 20, 24 * hour],
    ];
    for (const [platform, posts, wait] of table) {
      expect(nextSendAt(platform, spread(posts - 1), 1), platform).to.equal(1);
      expect(nextSendAt(platform, spread(posts), 1), platform).to.equal(wait);
      expect(ceilingWindow(platform)).to.equal(wait);
    }
    expect(nextSendAt('BLUESKY', spread(10_000), 5)).to.equal(5);
    expect(ceilingWindow('BLUESKY')).to.equal(0);
  });

  it('count each item of a thread, and let one longer than the allowance go into an empty window', () => {
    const ceiling = [{ posts: 5, seconds: 10 }];
    expect(nextSendUnder(ceiling, [0, 1000, 2000], 3000, 2)).to.equal(3000);
    expect(nextSendUnder(ceiling, [0, 1000, 2000], 3000, 3)).to.equal(10_000);
    expect(nextSendUnder(ceiling, [0, 1000, 2000], 3000, 50)).to.equal(12_000);
    expect(nextSendUnder(ceiling, [], 3000, 50)).to.equal(3000);
  });

  it('give the earliest moment no window is overfull', () => {
    const ceilings = fc.array(
      fc.record({ posts: fc.integer({ min: 1, max: 6 }), seconds: fc.integer({ min: 1, max: 50 }) }),
      {
        maxLength: 3,
      },
    );
    fc.assert(
      fc.property(
        ceilings,
        fc.array(fc.nat(60_000), { maxLength: 20 }),
        fc.integer({ min: 1, max: 4 }),
        (rules, earlier, sends) => {
          const now = 60_000;
          const next = nextSendUnder(rules, earlier, now, sends);
          expect(next).to.be.at.least(now);
          expect(allowedAt(rules, earlier, next, sends)).to.equal(true);
          if (next > now) expect(allowedAt(rules, earlier, next - 1, sends)).to.equal(false);
        },
      ),
    );
  });

  it('hold over a whole run of sends', () => {
    const rules = [
      { posts: 3, seconds: 10 },
      { posts: 5, seconds: 60 },
    ];
    const sent: number[] = [];
    for (let index = 0; index < 40; index += 1) sent.push(nextSendUnder(rules, sent, sent.at(-1) ?? 0));
    for (const at of sent)
      for (const { posts, seconds } of rules)
        expect(sent.filter((one) => one > at - seconds * 1000 && one <= at).length).to.be.at.most(posts);
  });
});
