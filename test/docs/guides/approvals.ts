import { createClient, orThrow, paginate, waitUntilPublished } from '@social-publishing/client';

const client = createClient({ baseUrl: process.env['SOCIAL_URL']!, apiKey: process.env['SOCIAL_KEY']! });

const accountIds: string[] = [];
for await (const { id, platform } of paginate((at) => client.GET('/v1/accounts', { params: { query: at } })))
  if (platform === 'mastodon') accountIds.push(id);

// #region people
const ann = orThrow(await client.POST('/v1/sandbox/members', { body: { role: 'EDITOR' } }));
const asAnn = createClient({ baseUrl: process.env['SOCIAL_URL']!, apiKey: ann.sessionToken });
// #endregion

// #region workflow
const { data: workspaces } = orThrow(await asAnn.GET('/v1/workspaces'));
const workspaceId = workspaces[0]!.id;
const { data: workflow } = orThrow(
  await client.POST('/v1/workspaces/{id}/approval-workflows', {
    params: { path: { id: workspaceId } },
    body: { name: 'Legal', steps: [{ order: 1, role: 'Lawyer', approverIds: [ann.userId], required: true }] },
  }),
);
// #endregion

// #region ask
const post = orThrow(await client.POST('/v1/posts', { body: { content: 'Ten per cent off', accountIds } }));
const path = { params: { path: { id: post.id } } };
const waiting = orThrow(
  await client.POST('/v1/posts/{id}/start-approval', { ...path, body: { workflowId: workflow.id } }),
);
console.log(waiting.status);
// #endregion

// #region key
const { response, error } = await client.POST('/v1/posts/{id}/approve', { ...path, body: {} });
console.log(response.status, error?.error.code);
// #endregion

// #region approve
const { data: queue } = orThrow(await asAnn.GET('/v1/approval-queue/items'));
console.log(queue.map(({ postId }) => postId === post.id));
const approved = orThrow(await asAnn.POST('/v1/posts/{id}/approve', { ...path, body: { comment: 'Fine' } }));
console.log(approved.status);
// #endregion

// #region publish
const body = { content: 'Ninety per cent off', version: approved.updatedAt };
const edited = await client.PATCH('/v1/posts/{id}', { ...path, body });
console.log(edited.response.status, edited.error?.error.message);

orThrow(await client.POST('/v1/posts/{id}/publish', path));
console.log((await waitUntilPublished(client, post)).status);
// #endregion
