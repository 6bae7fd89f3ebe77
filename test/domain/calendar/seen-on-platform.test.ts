import { expect } from 'chai';
import { seenOnPlatform, type KnownPosts } from '../../../domain/calendar/seen-on-platform.ts';

const now = '2026-01-05T09:00:00.000Z';
const before = (minutes: number) => new Date(Date.parse(now) - minutes * 60_000).toISOString();
const listed = (nativeId: string, minutes = 120) => ({ nativeId, text: nativeId, createdAt: before(minutes) });
const plan = { platformPostId: null, changedAt: before(120), postId: null };
const nothing: KnownPosts = { own: new Map(), published: [], removed: new Set(), isPublishing: false };
const own = new Map([
  ['1', { postId: 'p1', calendarPostId: 'c1', isRoot: true }],
  ['2', { postId: 'p1', calendarPostId: 'c1', isRoot: false }],
]);

describe('posts seen on a platform', () => {
  it('are found unless the calendar has them', () => {
    const published = [{ ...plan, id: 'c7', platformPostId: '7' }];
    const { found, missing, unchanged } = seenOnPlatform([listed('7'), listed('8')], { ...nothing, published }, now);
    expect(found).to.deep.equal([{ post: listed('8'), postId: null, calendarPostId: null }]);
    expect([missing, unchanged]).to.deep.equal([[], 1]);
  });
  it('are known by the posts that made them, items of threads apart', () => {
    const { found } = seenOnPlatform([listed('1'), listed('2')], { ...nothing, own }, now);
    expect(found).to.deep.equal([{ post: listed('1'), postId: 'p1', calendarPostId: 'c1' }]);
  });
  it('wait while a post is being published that they may be', () => {
    const known = { ...nothing, isPublishing: true };
    expect(seenOnPlatform([listed('8', 5)], known, now).found).to.deep.equal([]);
    expect(seenOnPlatform([listed('8', 60)], known, now).found).to.have.length(1);
  });
  it('are missing once they were seen, had time to appear, or were removed', () => {
    const missing = (more: object, removed: readonly string[] = []) =>
      seenOnPlatform(
        [],
        { ...nothing, own, removed: new Set(removed), published: [{ ...plan, id: 'c1', ...more }] },
        now,
      ).missing;
    expect(missing({ platformPostId: '1', changedAt: now })).to.deep.equal(['c1']);
    expect(missing({ postId: 'p1' })).to.deep.equal(['c1']);
    expect(missing({ postId: 'p1', changedAt: now })).to.deep.equal([]);
    expect(missing({ postId: 'p1', changedAt: now }, ['p1'])).to.deep.equal(['c1']);
    expect(missing({})).to.deep.equal([]);
  });
});
