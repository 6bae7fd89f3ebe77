import type { Body, Home } from './home.ts';
import { at, failedOn, post, published, text, type Asked, type Situations } from './making.ts';

const connecting = async ({ made }: Home): Promise<Asked> => {
  const redirectUri = 'https://app.example.com/back';
  const { authorizationUrl, state } = await made('POST /accounts/connect/twitter', { redirectUri });
  const { headers } = await fetch(authorizationUrl as string, { redirect: 'manual' });
  const code = new URL(headers.get('location') ?? '').searchParams.get('code');
  return { params: { platform: 'twitter' }, body: { code, state, redirectUri } };
};

const secondPage = async ({ made, accounts }: Home): Promise<Asked> => {
  const { pages } = await made(`GET /accounts/${accounts['FACEBOOK']}/pages`);
  return { params: { id: accounts['FACEBOOK'] ?? '' }, body: { pageId: pages[1].id } };
};

const uploaded = async ({ made }: Home): Promise<Asked> => {
  const file = Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n');
  const announced = { filename: 'words.vtt', contentType: 'text/vtt', sizeBytes: file.length };
  const { mediaId, uploadUrl, uploadHeaders } = await made('POST /media/upload', announced);
  await fetch(uploadUrl as string, { method: 'PUT', body: file, headers: uploadHeaders as Record<string, string> });
  return { params: { id: mediaId } };
};

const announced = async ({ made }: Home): Promise<Asked> => {
  const { mediaId } = await made('POST /media/upload', { filename: 'a.png', contentType: 'image/png', sizeBytes: 900 });
  return { params: { id: mediaId } };
};

const withoutItsMedia = async (home: Home): Promise<Asked> => {
  // A mended post is sent again in the meantime, also while the next one is made to fail.
  const { id } = await failedOn('LINKEDIN', home);
  const { platforms } = await home.made(`GET /posts/${id}`);
  const body = { mediaUrl: 'https://example.com/menu.jpg' };
  return { params: { id, postPlatformId: platforms[0].postPlatformId }, body };
};

const workflow = async (home: Home): Promise<string> => {
  const steps = [{ order: 1, role: 'Editor', approverIds: [home.userId] }];
  const path = `${at(home)}/approval-workflows`;
  const { id, data } = await home.made(`POST ${path}`, { name: `Legal ${Date.now()}`, steps }, home.sessionToken);
  return (id ?? data?.id) as string;
};

const awaitingApproval = async (home: Home, body: object = {}): Promise<Asked> => {
  const { id } = await post(home);
  await home.made(`POST /posts/${id}/start-approval`, { workflowId: await workflow(home) }, home.sessionToken);
  return { params: { id }, body, token: home.sessionToken };
};

/** In a workspace that wants approval. */
const calendarPost = async (home: Home, ...steps: string[]): Promise<Asked> => {
  const { apiKey, sessionToken, workspaceId, accounts } = await home.service.workspace('agency');
  await home.made(`PATCH /workspaces/${workspaceId}`, { settings: { require_approval: true } }, sessionToken);
  const written = { accountId: accounts.TWITTER, platform: 'TWITTER', content: text() };
  const { data } = await home.made('POST /calendar/posts', { ...written, scheduledAt: '2030-05-01T12:00:00Z' }, apiKey);
  const { id } = data as { id: string };
  for (const step of steps) await home.made(`POST /calendar/posts/${id}/${step}`, {}, sessionToken);
  return { params: { id }, token: sessionToken };
};

const metrics = async (home: Home): Promise<Asked> => {
  const { platforms } = await published(home);
  const body = {
    platform: 'BLUESKY',
    platformPostId: platforms[0].platformPostId,
    metrics: { likes: 12, comments: 3 },
  };
  return { body };
};

const slowJob = async (home: Home): Promise<Asked> => {
  await home.made('POST /sandbox/ai', { outcome: 'slow', times: 5 });
  const { jobId } = await home.made('POST /ai/image-jobs', {
    posts: [{ postId: 'menu', promptText: 'A cup of coffee' }],
  });
  return { params: { jobId } };
};

const failedItem = async (home: Home): Promise<Asked> => {
  await home.made('POST /sandbox/ai', { outcome: 'error', times: 50 });
  const { jobId } = await home.made('POST /ai/image-jobs', {
    posts: [{ postId: 'menu', promptText: 'A cup of coffee' }],
  });
  const { items } = await home.awaited(`GET /ai/image-jobs/${jobId}`, (job) => job['items'][0].status === 'FAILED');
  await home.made('POST /sandbox/ai', { outcome: 'ok' });
  return { params: { jobId, itemId: items[0].id } };
};

const bulkJob = async ({ made, accounts, sessionToken }: Home, posts = 2): Promise<string> => {
  const { jobId } = await made(
    'POST /bulk-generate',
    {
      accountId: accounts['TWITTER'],
      platform: 'TWITTER',
      totalPosts: posts,
      topicHint: 'the spring menu',
      scheduledDates: Array.from({ length: posts }, (_, day) => `2030-05-0${day + 1}T10:00:00Z`),
    },
    sessionToken,
  );
  return jobId as string;
};

const slowBulkJob = async (home: Home): Promise<Asked> => {
  await home.made('POST /sandbox/ai', { outcome: 'slow', times: 5 });
  return { params: { jobId: await bulkJob(home) }, token: home.sessionToken };
};

/** It has paused for want of credits, and there are some again. */
const pausedBulkJob = async (home: Home): Promise<Asked> => {
  await home.made('POST /sandbox/credits', { balance: 10 });
  await home.made('POST /sandbox/ai', { outcome: 'slow', times: 3 });
  const jobId = await bulkJob(home, 4);
  await home.made('POST /sandbox/credits', { balance: 1 });
  const isPaused = ({ status }: Body): boolean => status === 'PAUSED';
  await home.awaited(`GET /bulk-generate/${jobId}`, isPaused, home.sessionToken);
  await home.made('POST /sandbox/credits', { balance: 500 });
  return { params: { jobId }, token: home.sessionToken };
};

const persona = async ({ made }: Home): Promise<string> =>
  (await made('POST /personas/wizard', { name: 'Ada', modules: { voice: { tone: 'dry' } } }))['id'] as string;

export const publishingSituations: Situations = {
  completeAuthorization: connecting,
  selectAccountPage: secondPage,
  confirmMediaUpload: uploaded,
  refreshMediaUpload: announced,
  publishPost: async (home) => ({ params: { id: (await post(home))['id'] } }),
  cancelPost: async (home) => ({ params: { id: (await post(home, { scheduledFor: '2030-05-01T12:00:00Z' }))['id'] } }),
  updatePost: async (home) => ({
    params: { id: (await post(home))['id'] },
    body: { content: 'Our summer menu is here' },
  }),
  deletePost: async (home) => ({ params: { id: (await post(home))['id'] } }),
  unpublishPost: async (home) => ({ params: { id: (await published(home))['id'] } }),
  retryPost: async (home) => ({ params: { id: (await failedOn('THREADS', home))['id'] } }),
  refreshPostInsights: async (home) => ({ params: { postId: (await published(home))['id'] } }),
  fixDestination: withoutItsMedia,
  startApproval: async (home) => ({
    params: { id: (await post(home))['id'] },
    body: { workflowId: await workflow(home) },
    token: home.sessionToken,
  }),
  approvePost: (home) => awaitingApproval(home, { comment: 'Well written' }),
  rejectPost: (home) => awaitingApproval(home, { comment: 'The date is wrong' }),
  withdrawApproval: (home) => awaitingApproval(home),
  replaceApprovalWorkflow: async (home) => ({
    params: { id: home.workspaceId, workflowId: await workflow(home) },
    body: { name: 'Legal and press', steps: [{ order: 1, role: 'Editor', approverIds: [home.userId] }] },
  }),
  deleteApprovalWorkflow: async (home) => ({ params: { id: home.workspaceId, workflowId: await workflow(home) } }),
  submitCalendarPost: (home) => calendarPost(home),
  approveCalendarPost: async (home) => ({ ...(await calendarPost(home, 'submit')), body: { notes: 'Well written' } }),
  rejectCalendarPost: async (home) => ({
    ...(await calendarPost(home, 'submit')),
    body: { notes: 'The date is wrong' },
  }),
  publishCalendarPost: (home) => calendarPost(home, 'submit', 'approve'),
  changeCalendarPost: async (home) => ({ ...(await calendarPost(home)), body: { content: 'Our summer menu is here' } }),
  deleteCalendarPost: (home) => calendarPost(home),
  setSandboxMetrics: metrics,
  cancelImageJob: slowJob,
  retryImageItem: failedItem,
  cancelBulkJob: slowBulkJob,
  resumeBulkJob: pausedBulkJob,
  unlinkPersonaAccount: async (home) => {
    const id = await persona(home);
    await home.made(`POST /personas/${id}/accounts`, { socialAccountId: home.accounts['TWITTER'] });
    return { params: { id, accountId: home.accounts['TWITTER'] ?? '' } };
  },
  deletePersona: async (home) => ({ params: { id: await persona(home) } }),
  disconnectAccount: async ({ made }) => ({
    params: { id: (await made('POST /sandbox/accounts', { platform: 'MASTODON' }))['id'] as string },
  }),
};
