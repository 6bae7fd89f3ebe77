import { createClient, liveFeed, orThrow } from '@social-publishing/client';

const client = createClient({ baseUrl: process.env['SOCIAL_URL']!, apiKey: process.env['SOCIAL_KEY']! });
const { data: accounts } = orThrow(await client.GET('/v1/accounts', { params: { query: { limit: 1 } } }));
const accountIds = accounts.map(({ id }) => id);
for (const content of ['One', 'Two', 'Three'])
  orThrow(await client.POST('/v1/posts', { body: { content, accountIds, saveAsDraft: true } }));

// #region fold
const posts = new Set<string>();
let position = 'start';
const readUntil = async (count: number) => {
  for await (const event of liveFeed(client, { after: position, types: ['PostCreated', 'PostDeleted'] })) {
    if (event.type === 'PostCreated') posts.add(event.stream);
    else posts.delete(event.stream);
    position = event.position;
    if (posts.size === count) return;
  }
};
await readUntil(3);
console.log(posts.size);
// #endregion

// #region resume
const [first] = posts;
const id = first!.replace('post-', '');
orThrow(await client.DELETE('/v1/posts/{id}', { params: { path: { id } } }));
await readUntil(2);
console.log(posts.size, posts.has(first!));
// #endregion
