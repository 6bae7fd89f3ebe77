import { setTimeout as pause } from 'node:timers/promises';
import { createClient, orThrow, paginate } from '@social-publishing/client';

const client = createClient({ baseUrl: process.env['SOCIAL_URL']!, apiKey: process.env['SOCIAL_KEY']! });

let accountId = '';
for await (const { id, platform } of paginate((at) => client.GET('/v1/accounts', { params: { query: at } })))
  if (platform === 'facebook') accountId = id;

// #region contacts
orThrow(await client.POST('/v1/sandbox/contacts', { body: { accountId, count: 3, tags: ['vip'] } }));
// #endregion

// #region draft
const segmentRules = { tags: ['vip'] };
const { broadcast } = orThrow(
  await client.POST('/v1/broadcasts', {
    body: { name: 'Opening', messageTemplate: 'Our new shop is open', platforms: ['FACEBOOK'], segmentRules },
  }),
);
const path = { params: { path: { id: broadcast.id } } };
console.log(broadcast.status);
// #endregion

// #region send
orThrow(await client.POST('/v1/broadcasts/{id}/send', path));
let state = orThrow(await client.GET('/v1/broadcasts/{id}', path));
while (state.broadcast.status === 'SENDING') {
  await pause(500);
  state = orThrow(await client.GET('/v1/broadcasts/{id}', path));
}
console.log(state.broadcast.status, state.broadcast.deliveredCount);
// #endregion
