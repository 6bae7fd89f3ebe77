import { ApiError, createClient, orThrow, paginate } from '@social-publishing/client';

const client = createClient({ baseUrl: process.env['SOCIAL_URL']!, apiKey: process.env['SOCIAL_KEY']! });

const accountIds: string[] = [];
for await (const { id, platform } of paginate((at) => client.GET('/v1/accounts', { params: { query: at } })))
  if (platform === 'mastodon') accountIds.push(id);

// #region key
const order = { id: `order-${Date.now()}`, text: 'Your order has shipped' };
const headers = { 'Idempotency-Key': order.id };

const first = orThrow(await client.POST('/v1/posts', { body: { content: order.text, accountIds }, headers }));
const second = orThrow(await client.POST('/v1/posts', { body: { content: order.text, accountIds }, headers }));
console.log(first.id === second.id);
// #endregion

// #region other
try {
  orThrow(await client.POST('/v1/posts', { body: { content: 'Another text', accountIds }, headers }));
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  console.log(error.status, error.code, error.details['idempotencyCode']);
}
// #endregion

// #region version
const { id, updatedAt } = first;
const path = { params: { path: { id } } };
orThrow(await client.PATCH('/v1/posts/{id}', { ...path, body: { content: 'It has shipped', version: updatedAt } }));
const { error } = await client.PATCH('/v1/posts/{id}', { ...path, body: { content: 'Lost', version: updatedAt } });
console.log(error?.error.code);
// #endregion
