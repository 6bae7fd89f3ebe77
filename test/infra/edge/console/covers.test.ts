import { expect } from 'chai';
import { coverOf, withCover } from '../../../../infra/edge/console/app/covers.ts';

const platforms = ['instagram', 'tiktok', 'pinterest', 'mastodon'] as const;

describe('the cover of a video in the console', () => {
  it('is a moment in the unit of each platform', () => {
    expect(withCover({}, platforms, { seconds: 2.5 })).to.deep.equal({
      instagram: { thumbOffsetMs: 2500 },
      tiktok: { tiktokCoverTimestampMs: 2500 },
      pinterest: { coverKeyFrameSeconds: 2 },
    });
  });

  it('is a picture in place of the moment, where the platform takes one', () => {
    const before = withCover({ instagram: { shareToFeed: true } }, platforms, { seconds: 1.1 });
    const after = withCover(before, platforms, { address: 'https://example.com/c.png' });
    expect(after).to.deep.equal({
      instagram: { shareToFeed: true, coverUrl: 'https://example.com/c.png' },
      tiktok: { tiktokCoverTimestampMs: 1100 },
      pinterest: { coverImageUrl: 'https://example.com/c.png' },
    });
    expect(platforms.map((platform) => coverOf(after, platform))).to.deep.equal([
      { address: 'https://example.com/c.png' },
      { seconds: 1.1 },
      { address: 'https://example.com/c.png' },
      undefined,
    ]);
  });

  it('is left to the platform again, with its other options as they were', () => {
    const before = withCover({ instagram: { shareToFeed: true } }, platforms, { seconds: 1 });
    expect(withCover(before, platforms, undefined)).to.deep.equal({
      instagram: { shareToFeed: true },
      tiktok: {},
      pinterest: {},
    });
  });
});
