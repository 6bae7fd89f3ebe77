import { expect } from 'chai';
import { platformCatalogue } from '../../../domain/content/platform-catalogue.ts';
import type { Platform } from '../../../domain/platforms/platform.ts';

const entryOf = (platform: Platform) => platformCatalogue().find(({ id }) => id === platform);

describe('the catalogue of platforms', () => {
  it('says what X takes, and null for what it has no limit of', () => {
    expect(entryOf('TWITTER')).to.deep.include({
      platform: 'twitter',
      text: { maxLength: 280, unit: 'weighted', maxBytes: null },
      title: null,
      animatedGif: { max: 1, maxBytes: 15 * 1024 * 1024 },
      documents: null,
      mixedMedia: false,
      mediaRequired: false,
      hashtags: { recommendedMin: 1, recommendedMax: 3, softMax: null, max: null },
      maxMentions: null,
      postingCeilings: [
        { posts: 300, perSeconds: 3 * 3600 },
        { posts: 300, perSeconds: 24 * 3600 },
      ],
    });
  });

  it('says of Instagram that it needs media, mixes them, and takes longer reels than videos', () => {
    expect(entryOf('INSTAGRAM')).to.deep.include({
      mixedMedia: true,
      mediaRequired: true,
      linksClickable: false,
      animatedGif: null,
      images: { max: 10, maxBytes: 8 * 1024 * 1024, contentTypes: ['image/jpeg'] },
      video: {
        max: 10,
        maxBytes: 100 * 1024 * 1024,
        contentTypes: ['video/mp4', 'video/quicktime'],
        maxDurationSeconds: 60,
        maxReelDurationSeconds: 900,
      },
    });
  });

  it('says which platforms take titles, documents and no videos', () => {
    expect(entryOf('YOUTUBE')?.title).to.deep.equal({ maxLength: 100 });
    expect(entryOf('LINKEDIN')?.documents).to.deep.equal({ max: 1, maxBytes: 100 * 1024 * 1024 });
    expect(entryOf('BLUESKY')).to.deep.include({ video: null });
  });
});
