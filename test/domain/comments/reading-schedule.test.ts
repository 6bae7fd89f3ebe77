import { expect } from 'chai';
import {
  dueWhereReported,
  duePosts,
  firstReadAt,
  isPolled,
  nextReadAt,
  nextReadingAt,
} from '../../../domain/comments/reading-schedule.ts';

const hours = (count: number): string =>
  new Date(Date.parse('2026-03-02T10:00:00.000Z') + count * 3_600_000).toISOString();
const post = (publishedAt: string) => ({
  postId: 'p1',
  platformPostId: '77',
  objectIds: ['77'],
  publishedAt,
});

/** The schedule of reading comments: docs/platform-webhooks.md. */
describe('the schedule of comments', () => {
  it('reads a fresh post often and an old one seldom, for ninety days', () => {
    const pauses = new Map<number, number>();
    let readAt = firstReadAt(hours(0));
    for (;;) {
      const next = nextReadAt(hours(0), readAt);
      if (next === null) break;
      const pause = (Date.parse(next) - Date.parse(readAt)) / 60_000;
      pauses.set(pause, (pauses.get(pause) ?? 0) + 1);
      readAt = next;
    }
    expect([...pauses]).to.deep.equal([
      [15, 23],
      [60, 42],
      [360, 48],
      [1440, 76],
    ]);
    expect(readAt).to.equal(hours(90 * 24));
  });
  it('finds the posts that became due since the last round', () => {
    const fresh = post(hours(0));
    const old = post(hours(-72));
    expect(duePosts([fresh, old], hours(1), hours(1.5))).to.deep.equal([fresh]);
    expect(duePosts([fresh, old], hours(1), hours(6))).to.deep.equal([fresh, old]);
  });
  it('waits a quarter of an hour at least, and for what a platform asks', () => {
    const now = hours(1);
    const posts = [post(hours(0))];
    expect(nextReadingAt({ now, posts, more: false })).to.equal(hours(1.25));
    expect(nextReadingAt({ now, posts: [post(hours(0.9))], more: false })).to.equal(hours(1.25));
    expect(nextReadingAt({ now, posts: [post(hours(-47))], more: false })).to.equal(hours(7));
    expect(nextReadingAt({ now, posts: [], more: false })).to.equal(null);
    expect(nextReadingAt({ now, posts: [], more: true })).to.equal(hours(1.25));
    const failure = { kind: 'rate_limited', message: 'slow down' } as const;
    expect(nextReadingAt({ now, posts, more: false, failure })).to.equal(hours(1.25));
    expect(nextReadingAt({ now, posts, more: false, failure: { ...failure, retryAfterSeconds: 7200 } })).to.equal(
      hours(3),
    );
    expect(nextReadingAt({ now, posts, more: false, failure: { ...failure, kind: 'unauthorized' } })).to.equal(
      hours(25),
    );
  });
  it('is rarer where the platform reports comments, from the last reading on', () => {
    expect(dueWhereReported(hours(1), hours(0))).to.equal(hours(6));
    expect(dueWhereReported(hours(7), hours(0))).to.equal(hours(7));
  });
  it('leaves out the platforms that have no readable comments', () => {
    const without = ['PINTEREST', 'SNAPCHAT', 'TELEGRAM', 'GOOGLE_BUSINESS', 'WHATSAPP'] as const;
    expect(without.filter(isPolled)).to.deep.equal([]);
    expect((['BLUESKY', 'YOUTUBE', 'FACEBOOK', 'THREADS', 'TWITTER'] as const).every(isPolled)).to.equal(true);
  });
});
