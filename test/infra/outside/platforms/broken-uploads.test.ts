import { expect } from 'chai';
import type { Rendered } from '../../../../domain/platforms/publisher.ts';
import { publishedThroughBreak } from './broken-upload.ts';
import type { Lab, Person } from './lab.ts';
import { samples } from './sample-media.ts';

const mebibyte = 1024 * 1024;
const dayMs = 86_400_000;

/** They take a film in several requests, and so can be broken off between two of them. */
const inParts = ['TWITTER', 'LINKEDIN', 'FACEBOOK', 'TIKTOK', 'YOUTUBE', 'SNAPCHAT'] as const;
/** Of these the platform does not say what it has: what it acknowledged is remembered here. */
const remembering = ['TWITTER', 'LINKEDIN', 'SNAPCHAT'] as const;

const adapt = (post: Rendered): Rendered => ({
  ...post,
  metadata: { title: 'A film', tiktokPrivacyLevel: 'PUBLIC_TO_EVERYONE' },
});

describe('an upload that broke off', function () {
  this.timeout(30_000);

  for (const platform of inParts)
    it(`starts again on ${platform} where the platform has let it expire meanwhile`, async () => {
      const film = samples.video();
      const meanwhile = (lab: Lab) => lab.clock.advance(8 * dayMs);
      const { ending, kills, shown, unread } = await publishedThroughBreak({ platform, film, adapt, at: 1, meanwhile });
      expect([ending.is, kills, shown, unread]).to.deep.equal(['published', 1, 1, 0]);
    });

  for (const platform of remembering)
    it(`starts again on ${platform} where the platform does not continue it`, async () => {
      const film = samples.video();
      const meanwhile = (_lab: Lab, person: Person) => person.fault('upload', 'media_rejected');
      const { ending, kills, shown, unread } = await publishedThroughBreak({ platform, film, adapt, meanwhile });
      expect([ending.is, kills, shown, unread]).to.deep.equal(['published', 1, 1, 0]);
    });

  it('starts again on SNAPCHAT where the service has another secret to derive the key from', async () => {
    const film = samples.video();
    const { ending, shown, unread } = await publishedThroughBreak({
      platform: 'SNAPCHAT',
      film,
      adapt,
      at: 1,
      secrets: ['before', 'after'],
    });
    expect([ending.is, shown, unread]).to.deep.equal(['published', 1, 0]);
  });

  for (const contentType of ['REEL', 'STORY'] as const)
    it(`continues a ${contentType.toLowerCase()} on FACEBOOK, whose bytes go in one request, from the byte it broke at`, async () => {
      const film = samples.video();
      const { ending, kills, sent, shown, unread } = await publishedThroughBreak({
        platform: 'FACEBOOK',
        film,
        adapt: (post) => ({ ...post, contentType }),
        cutAfter: 7 * mebibyte,
        hasWritten: async (lab, id) =>
          Number((await lab.store.record('FACEBOOK', 'video-upload', id))?.['received']) > 0,
      });
      expect([ending.is, kills, shown, unread]).to.deep.equal(['published', 1, 1, 0]);
      // What was on its way when the line broke is sent again.
      expect(sent, 'bytes sent in all').to.be.below(film.sizeBytes + 3 * mebibyte);
    });
});
