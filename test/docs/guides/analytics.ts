import { createClient, orThrow, paginate, waitUntilPublished } from '@social-publishing/client';

const client = createClient({ baseUrl: process.env['SOCIAL_URL']!, apiKey: process.env['SOCIAL_KEY']! });

const accountIds: string[] = [];
for await (const { id, platform } of paginate((at) => client.GET('/v1/accounts', { params: { query: at } })))
  if (platform === 'mastodon') accountIds.push(id);
const draft = orThrow(await client.POST('/v1/posts', { body: { content: 'Our new menu', accountIds } }));
orThrow(await client.POST('/v1/posts/{id}/publish', { params: { path: { id: draft.id } } }));
const post = await waitUntilPublished(client, draft);

// #region reactions
const platformPostId = post.platforms[0]!.platformPostId!;
const metrics = { likes: 12, reposts: 3 };
orThrow(await client.POST('/v1/sandbox/metrics', { body: { platform: 'MASTODON', platformPostId, metrics } }));
// #endregion

// #region refresh
const path = { postId: post.id };
const fetched = orThrow(await client.POST('/v1/analytics/posts/{postId}/refresh', { params: { path } }));
const { metrics: figures } = fetched.platforms['MASTODON']!;
console.log(figures['likes'], figures['reposts']);
// #endregion

// #region sums
const query = { platform: 'MASTODON' };
const { totals } = orThrow(await client.GET('/v1/analytics/aggregate', { params: { query } }));
console.log(totals.copies, totals.engagements);
// #endregion
