import { createClient, orThrow } from '@social-publishing/client';

const client = createClient({ baseUrl: process.env['SOCIAL_URL']!, apiKey: process.env['SOCIAL_KEY']! });
const { data: accounts } = orThrow(await client.GET('/v1/accounts', { params: { query: { limit: 1 } } }));
const accountIds = accounts.map(({ id }) => id);

// #region change
const created = await client.POST('/v1/posts', { body: { content: 'First', accountIds } });
const post = orThrow(created);
const path = { id: post.id };
orThrow(
  await client.PATCH('/v1/posts/{id}', { params: { path }, body: { content: 'Second', version: post.updatedAt } }),
);
// #endregion

// #region history
const { data: events } = orThrow(await client.GET('/v1/posts/{id}/history', { params: { path } }));
for (const { type, actor } of events) console.log(type, actor.kind);
// #endregion

// #region as-of
const asOf = created.response.headers.get('x-position')!;
const then = orThrow(await client.GET('/v1/posts/{id}', { params: { path, query: { asOf } } }));
const now = orThrow(await client.GET('/v1/posts/{id}', { params: { path } }));
console.log(then.content, now.content);
// #endregion

// #region audit
const { data: entries } = orThrow(
  await client.GET('/v1/audit-logs', { params: { query: { resource: `post/${post.id}` } } }),
);
for (const entry of entries) console.log(entry.description, entry.actor.kind);
// #endregion
