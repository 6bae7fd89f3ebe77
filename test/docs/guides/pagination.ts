import { createClient, orThrow, paginate } from '@social-publishing/client';

const client = createClient({ baseUrl: process.env['SOCIAL_URL']!, apiKey: process.env['SOCIAL_KEY']! });

const accountIds: string[] = [];
for await (const { id, platform } of paginate((at) => client.GET('/v1/accounts', { params: { query: at } })))
  if (platform === 'mastodon') accountIds.push(id);
for (const content of ['One', 'Two', 'Three'])
  orThrow(await client.POST('/v1/posts', { body: { content, accountIds } }));

// #region all
const contents: string[] = [];
for await (const post of paginate((at) =>
  client.GET('/v1/posts', { params: { query: { ...at, status: 'draft', limit: 2 } } }),
))
  contents.push(post.content);
console.log(contents.slice(0, 3).join(', '));
// #endregion

// #region by-hand
const { data, nextCursor } = orThrow(await client.GET('/v1/posts', { params: { query: { limit: 2 } } }));
console.log(data.length, nextCursor !== null);
const next = orThrow(await client.GET('/v1/posts', { params: { query: { limit: 2, cursor: nextCursor! } } }));
console.log(next.data[0]?.content);
// #endregion
