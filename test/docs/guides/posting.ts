import sharp from 'sharp';
import { createClient, orThrow, paginate, uploadMedia, waitUntilPublished } from '@social-publishing/client';

const client = createClient({ baseUrl: process.env['SOCIAL_URL']!, apiKey: process.env['SOCIAL_KEY']! });

// #region accounts
const accounts: Record<string, string> = {};
for await (const { id, platform } of paginate((at) => client.GET('/v1/accounts', { params: { query: at } })))
  accounts[platform] = id;
const { mastodon = '', bluesky = '' } = accounts;
// #endregion

const size = { width: 600, height: 400, channels: 3, background: '#2348c7' } as const;
const picture = await sharp({ create: size }).png().toBuffer();

// #region media
const media = await uploadMedia(client, { content: picture, filename: 'shop.png', altText: 'The door of the shop' });

const post = orThrow(
  await client.POST('/v1/posts', {
    body: {
      content: 'The new shop is open',
      accountIds: [mastodon, bluesky],
      mediaIds: [media.id],
      platformOverrides: { BLUESKY: { content: 'The new shop is open, and Bluesky hears it first' } },
    },
  }),
);
// #endregion

// #region validate
const verdict = orThrow(
  await client.POST('/v1/posts/validate', { body: { content: 'x'.repeat(400), platforms: ['BLUESKY'] } }),
);
console.log(verdict.valid, verdict.platforms['BLUESKY']?.errors[0]?.message);
// #endregion

// #region publish
orThrow(await client.POST('/v1/posts/{id}/publish', { params: { path: { id: post.id } } }));
const live = await waitUntilPublished(client, post);
for (const { platform, status } of live.platforms) console.log(platform, status);
// #endregion

// #region thread
const thread = orThrow(
  await client.POST('/v1/posts', {
    body: {
      content: 'Three things that we learned',
      accountIds: [bluesky],
      contentType: 'THREAD',
      threadItems: [
        { sequence: 1, content: 'Three things that we learned' },
        { sequence: 2, content: 'One: write it down' },
        { sequence: 3, content: 'Two: read it again' },
      ],
    },
  }),
);
orThrow(await client.POST('/v1/posts/{id}/publish', { params: { path: { id: thread.id } } }));
const published = await waitUntilPublished(client, thread);
console.log(published.status);
// #endregion

// #region schedule
const later = orThrow(
  await client.POST('/v1/posts', {
    body: { content: 'Good morning', accountIds: [mastodon], scheduledFor: '2031-05-01T09:00:00+02:00' },
  }),
);
console.log(later.status, later.scheduledFor);
// #endregion
