import { createClient, NotPublished, orThrow, paginate, waitUntilPublished } from '@social-publishing/client';

const client = createClient({ baseUrl: process.env['SOCIAL_URL']!, apiKey: process.env['SOCIAL_KEY']! });

const accountIds: string[] = [];
for await (const { id, platform } of paginate((at) => client.GET('/v1/accounts', { params: { query: at } })))
  if (platform === 'mastodon') accountIds.push(id);

// #region clock
const { now } = orThrow(await client.GET('/v1/sandbox/clock'));
const scheduledFor = new Date(Date.parse(now) + 7 * 86_400_000).toISOString();
const body = { content: 'A week from now', accountIds, scheduledFor };
const week = orThrow(await client.POST('/v1/posts', { body }));
console.log(week.status);

orThrow(await client.POST('/v1/sandbox/clock/advance', { body: { seconds: 7 * 86_400 + 60 } }));
console.log((await waitUntilPublished(client, week)).status);
// #endregion

// #region objects
const { objects } = orThrow(
  await client.GET('/v1/sandbox/platforms/{platform}/objects', { params: { path: { platform: 'MASTODON' } } }),
);
console.log(objects.some(({ kind, text }) => kind === 'post' && text === 'A week from now'));
// #endregion

const publish = async (content: string) => {
  const post = orThrow(await client.POST('/v1/posts', { body: { content, accountIds } }));
  orThrow(await client.POST('/v1/posts/{id}/publish', { params: { path: { id: post.id } } }));
  return post;
};

// #region refused
orThrow(
  await client.POST('/v1/sandbox/faults', { body: { platform: 'MASTODON', operation: 'publish', fault: 'forbidden' } }),
);
const refused = await publish('Not allowed');
try {
  await waitUntilPublished(client, refused);
} catch (error) {
  if (!(error instanceof NotPublished)) throw error;
  console.log(error.post.status, error.post.platforms[0]?.error?.code);
}
// #endregion

// #region lost
orThrow(
  await client.POST('/v1/sandbox/faults', {
    body: { platform: 'MASTODON', operation: 'publish', fault: 'reset_after' },
  }),
);
const unanswered = await publish('Stored, but without an answer');
const found = await waitUntilPublished(client, unanswered);
const after = orThrow(
  await client.GET('/v1/sandbox/platforms/{platform}/objects', { params: { path: { platform: 'MASTODON' } } }),
);
console.log(found.status, after.objects.filter(({ text }) => text === 'Stored, but without an answer').length);
// #endregion
