// #region quick-start
import { createClient, orThrow, paginate, waitUntilPublished } from '@social-publishing/client';

const client = createClient({ baseUrl: process.env['SOCIAL_URL']!, apiKey: process.env['SOCIAL_KEY']! });

const accountIds: string[] = [];
for await (const { id, platform } of paginate((at) => client.GET('/v1/accounts', { params: { query: at } })))
  if (platform === 'mastodon') accountIds.push(id);

const draft = orThrow(await client.POST('/v1/posts', { body: { content: 'Hello from TypeScript', accountIds } }));
orThrow(await client.POST('/v1/posts/{id}/publish', { params: { path: { id: draft.id } } }));
const post = await waitUntilPublished(client, draft);
console.log(post.platforms[0]?.platformPostUrl);
// #endregion
