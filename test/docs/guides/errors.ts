import { createClient, orThrow, paginate, ValidationError } from '@social-publishing/client';

const client = createClient({ baseUrl: process.env['SOCIAL_URL']!, apiKey: process.env['SOCIAL_KEY']! });

const accountIds: string[] = [];
for await (const { id, platform } of paginate((at) => client.GET('/v1/accounts', { params: { query: at } })))
  if (platform === 'mastodon') accountIds.push(id);

// #region classes
try {
  orThrow(await client.POST('/v1/posts', { body: { content: 'Soon', accountIds, scheduledFor: 'tomorrow' } }));
} catch (error) {
  if (!(error instanceof ValidationError)) throw error;
  console.log(error.code, error.field);
}
// #endregion

// #region codes
const { error, response } = await client.GET('/v1/posts/{id}', {
  params: { path: { id: 'cm0000000000000000000000a' } },
});
console.log(response.status, error?.error.code, error?.error.documentationUrl);
// #endregion

// #region strict
const misspelled = JSON.stringify({ content: 'Soon', accountIds, scheduledfor: '2031-05-01T07:00:00Z' });
const asked = { authorization: `Bearer ${process.env['SOCIAL_KEY']}`, 'content-type': 'application/json' };
const url = new URL('/v1/posts', process.env['SOCIAL_URL']);

const kept = await fetch(url, { method: 'POST', headers: asked, body: misspelled });
console.log(kept.status, kept.headers.get('x-ignored-fields'));

const strict = { ...asked, prefer: 'handling=strict' };
const refused = await fetch(url, { method: 'POST', headers: strict, body: misspelled });
const { error: mistake } = (await refused.json()) as { error: { message: string } };
console.log(refused.status, mistake.message);
// #endregion
