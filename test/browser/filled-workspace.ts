import { expect } from 'chai';
import sharp from 'sharp';
import type { RunningService } from '../support/running-service.ts';
import { until } from '../support/until.ts';

const dayS = 86_400;

/** Where a test of the console finds what the pages of one thing show, by the kind of the thing. */
export type Things = Readonly<
  Record<
    | 'draft'
    | 'scheduled'
    | 'published'
    | 'failed'
    | 'waiting'
    | 'planned'
    | 'account'
    | 'contact'
    | 'automation'
    | 'broadcast'
    | 'sentBroadcast'
    | 'sequence'
    | 'webhook'
    | 'delivery'
    | 'correlationId'
    | 'invitation'
    | 'key',
    string
  >
>;

/** A picture with something to see in it. */
const photo = (): Promise<Buffer> =>
  sharp({ create: { width: 1200, height: 800, channels: 3, background: '#c98d4b' } })
    .jpeg()
    .toBuffer();

/** Requests of the owner of the demo workspace, which have to succeed. */
const requestsOf = (service: RunningService) => {
  const { demo } = service;
  const as = (token: string) => async (line: string, body?: unknown) => {
    const answer = await service.ask(token, line, body);
    expect(answer.status, `${line} ${JSON.stringify(answer.body)}`).to.be.below(300);
    return answer.body;
  };
  return { demo, send: as(demo.apiKey), byOwner: as(demo.sessionToken) };
};

type Requests = ReturnType<typeof requestsOf>;

/** A picture in the library, with its description; answers its id. */
export const uploadPhoto = async ({ send }: Pick<Requests, 'send'>): Promise<string> => {
  const bytes = await photo();
  const file = { filename: 'bread-in-the-morning.jpg', contentType: 'image/jpeg', sizeBytes: bytes.length };
  const { mediaId, uploadUrl, uploadHeaders } = await send('POST /media/upload', file);
  const put = await fetch(uploadUrl, { method: 'PUT', headers: uploadHeaders, body: new Uint8Array(bytes) });
  expect(put.status).to.equal(200);
  await send(`POST /media/${mediaId}/confirm`);
  await until('the picture is ready', async () => (await send(`GET /media/${mediaId}`)).status === 'READY');
  await send(`PATCH /media/${mediaId}`, { altText: 'Loaves on a shelf' });
  return mediaId;
};

/** A post in each state that a team can bring one into, two of them with a destination that failed. */
const fillPosts = async (requests: Requests) => {
  const { demo, send, byOwner } = requests;
  const on = (...platforms: readonly (keyof typeof demo.accounts)[]) =>
    platforms.map((platform) => demo.accounts[platform]);
  const now = Date.parse((await send('GET /sandbox/clock')).now);
  const inDays = (days: number): string => new Date(now + days * dayS * 1000).toISOString();
  const mediaId = await uploadPhoto(requests);
  const post = async (body: object): Promise<string> => (await send('POST /posts', body)).id;
  const publish = (id: string) => send(`POST /posts/${id}/publish?sync=true&timeout=60`);

  const draft = await post({
    content: 'Fresh bread every morning, from six. #bakery',
    accountIds: on('MASTODON', 'BLUESKY', 'THREADS'),
    mediaIds: [mediaId],
    threadItems: [
      { sequence: 1, content: 'Fresh bread every morning, from six. #bakery' },
      { sequence: 2, content: 'And cakes at noon', mediaIds: [mediaId] },
    ],
    saveAsDraft: true,
  });
  const scheduled = await post({
    content: 'We open at eight on Monday. Come and try the new rye bread with walnuts!',
    accountIds: on('FACEBOOK', 'LINKEDIN', 'MASTODON'),
    scheduledFor: inDays(9),
    firstComment: 'Reservations by e-mail',
  });
  const cancelled = await post({ content: 'Market day', accountIds: on('FACEBOOK'), scheduledFor: inDays(3) });
  await send(`POST /posts/${cancelled}/cancel`);
  const published = await post({
    content: 'Our spring range is here: https://example.com/spring',
    accountIds: on('MASTODON', 'BLUESKY', 'FACEBOOK'),
    mediaIds: [mediaId],
  });
  await publish(published);
  const unpublished = await post({ content: 'A price that was wrong', accountIds: on('BLUESKY') });
  await publish(unpublished);
  await send(`POST /posts/${unpublished}/unpublish`);

  const refuse = (platform: 'TWITTER' | 'PINTEREST') =>
    send('POST /sandbox/faults', {
      platform,
      operation: 'publish',
      fault: 'forbidden',
      accountId: demo.accounts[platform],
    });
  await refuse('TWITTER');
  const partial = await post({ content: 'Half of a success', accountIds: on('TWITTER', 'MASTODON') });
  await publish(partial);
  await refuse('TWITTER');
  const failed = await post({ content: 'Not for this platform', accountIds: on('TWITTER') });
  await publish(failed);

  const steps = [{ order: 1, role: 'Editor', approverIds: [demo.userId] }];
  const workflows = `/workspaces/${demo.workspaceId}/approval-workflows`;
  const { data: workflow } = await send(`POST ${workflows}`, { name: 'Before it goes out', steps });
  const waiting = await post({
    content: 'A discount of ten percent until Sunday',
    accountIds: on('MASTODON', 'FACEBOOK'),
    mediaIds: [mediaId],
    platformOverrides: { MASTODON: { content: 'Ten percent less until Sunday, also on cakes' } },
    platformMetadata: { MASTODON: { visibility: 'unlisted' } },
    firstComment: 'Not on drinks',
    saveAsDraft: true,
  });
  await send(`POST /posts/${waiting}/start-approval`, { workflowId: workflow.id });

  await send(`PATCH /workspaces/${demo.workspaceId}`, { settings: { require_approval: true } });
  const plan = { accountId: demo.accounts['MASTODON'], platform: 'MASTODON', content: 'In a week' };
  const { data: planned } = await send('POST /calendar/posts', { ...plan, scheduledAt: inDays(14) });
  await byOwner(`POST /calendar/posts/${planned.id}/submit`, {});
  await send(`PATCH /workspaces/${demo.workspaceId}`, { settings: { require_approval: false } });
  return { draft, scheduled, published, failed, waiting, planned: planned.id };
};

/** Who writes to the workspace, and what it writes to them. */
const fillTalk = async ({ demo, send }: Requests, published: string) => {
  const accountId = demo.accounts['FACEBOOK'];
  const { platforms } = await send(`GET /posts/${published}`);
  const at = platforms.find((each: Record<string, unknown>) => each['accountId'] === accountId);
  const author = { id: '1001', username: 'Ivy Frost' };
  const comment = { accountId, platformPostId: at.platformPostId };
  await send('POST /sandbox/inbox/comments', { ...comment, text: 'Is it open on Sundays?', author });
  await send('POST /sandbox/inbox/comments', {
    ...comment,
    text: 'The best rye bread in town. Do you also have it without salt?',
    author: { id: '1002', username: 'Tom Winter' },
  });
  await send('POST /sandbox/inbox/mentions', { accountId, text: 'Look at these loaves', author });
  await send('POST /sandbox/inbox/messages', { accountId, text: 'Are you open on Sunday?', author });
  await send('POST /sandbox/inbox/reviews', {
    accountId: demo.accounts['GOOGLE_BUSINESS'],
    rating: 2,
    text: 'Good bread, slow queue',
    reviewerName: 'Tom Winter',
    locationPath: 'accounts/1/locations/2',
    locationName: 'Harbour',
  });
  const {
    contacts: [{ id: contact }],
  } = await send('GET /contacts');
  await send('POST /sandbox/contacts', { accountId, count: 30, tags: ['vip'] });
  await send(`PATCH /contacts/${contact}`, { tags: ['vip', 'berlin'] });
  await send('POST /sequences', { name: 'Birthdays' });
  const { id: sequence } = await send('POST /sequences', { name: 'Welcome' });
  for (const [delayHours, messageTemplate] of [
    [0, 'Hello {{first_name}}, welcome to the bakery'],
    [26, 'Did you try the rye bread, {{first_name}}?'],
  ] as const)
    await send(`POST /sequences/${sequence}/steps`, { delayHours, messageTemplate });
  await send(`PATCH /sequences/${sequence}`, { status: 'ACTIVE' });
  await send(`POST /sequences/${sequence}/enrollments`, { contactId: contact, platform: 'FACEBOOK' });
  const { automation } = await send('POST /comment-automations', {
    name: 'Prices',
    keywords: ['price', 'cost'],
    actions: { reply: 'We write to you', tags: ['asked'] },
  });
  const news = { messageTemplate: 'Half price on Saturday, {{first_name}}', platforms: ['FACEBOOK'] };
  const { broadcast } = await send('POST /broadcasts', { name: 'Summer', ...news });
  const { broadcast: sent } = await send('POST /broadcasts', { name: 'Spring', ...news });
  await send(`POST /broadcasts/${sent.id}/send`, {});
  await until('the broadcast is sent', async () => {
    const { broadcast: now } = await send(`GET /broadcasts/${sent.id}`);
    return now.status === 'SENT' || now.status === 'COMPLETED';
  });
  return { contact, automation: automation.id, broadcast: broadcast.id, sentBroadcast: sent.id, sequence };
};

/** An endpoint that nothing answers at, with a delivery that was tried twice. */
const fillWebhooks = async ({ demo, send }: Requests) => {
  await send('POST /webhooks', { url: 'https://127.0.0.1:9/quiet', events: ['account.disconnected'] });
  const url = 'https://127.0.0.1:9/hooks/of/the/shop/that/has/a/long/address';
  const { id: webhook } = await send('POST /webhooks', { url, events: ['post.created', 'post.failed'] });
  const draft = { content: 'News for the shop', accountIds: [demo.accounts['BLUESKY']], saveAsDraft: true };
  await send('POST /posts', draft);
  const deliveries = async () => (await send(`GET /webhooks/${webhook}/deliveries`)).data;
  const attempts = async (): Promise<number> => (await deliveries())[0]?.attempts?.length ?? 0;
  await until('a delivery has failed once', async () => (await attempts()) > 0);
  await send('POST /sandbox/clock/advance', { seconds: 60 });
  await until('it has failed twice', async () => (await attempts()) > 1);
  const [{ id: delivery }] = await deliveries();
  const { data } = await send(`GET /webhooks/${webhook}/deliveries/${delivery}/history`);
  return { webhook, delivery, correlationId: data[0].correlationId };
};

const fillPeople = async ({ demo, send, byOwner }: Requests) => {
  const at = `/workspaces/${demo.workspaceId}`;
  await send('POST /sandbox/members', { role: 'EDITOR' });
  const { userId } = await send('POST /sandbox/members', { role: 'ADMIN' });
  await byOwner(`POST ${at}/invitations`, { email: 'zoe@example.com', role: 'EDITOR' });
  await byOwner(`POST ${at}/transfer-request`, { targetUserId: userId });
  const key = { name: 'Shop', scopes: ['posts:read', 'posts:write', 'media:read', 'media:write', 'accounts:read'] };
  await byOwner(`POST ${at}/api-keys`, key);
  const inFiveDays = new Date(Date.now() + 5 * dayS * 1000).toISOString();
  const brief = {
    ...key,
    name: 'Only for the fair of this spring',
    expiresAt: inFiveDays,
    allowedIps: ['192.0.2.0/24'],
  };
  const { data: made } = await byOwner(`POST ${at}/api-keys`, brief);
  const {
    emails: [mail],
  } = await send('GET /sandbox/emails?to=zoe%40example.com');
  return { key: made.id, invitation: /invitations\/([^\s"<]+)/.exec(mail.text)?.[1] ?? '' };
};

/** Gives the demo workspace what a shop has after some weeks: each page of the console then has something to show. */
export const fillWorkspace = async (service: RunningService): Promise<Things> => {
  const requests = requestsOf(service);
  const { demo, send, byOwner } = requests;
  await send('PUT /queues', {
    timezone: 'America/New_York',
    slots: [1, 3, 5].map((day) => ({ day, time: '09:30' })),
  });
  const { planned, ...posts } = await fillPosts(requests);
  const talk = await fillTalk(requests, posts.published);
  const webhooks = await fillWebhooks(requests);
  const people = await fillPeople(requests);
  await send('POST /sandbox/credits', { balance: 50 });
  await byOwner('POST /billing/credits/purchase', { credits: 100 });
  const wanted = { accountId: demo.accounts['TWITTER'], platform: 'TWITTER', totalPosts: 1, topicHint: 'green tea' };
  await byOwner('POST /bulk-generate', { ...wanted, scheduledDates: ['2030-01-01T10:00:00Z'] });
  await send('POST /sandbox/clock/advance', { seconds: 2 * dayS });
  await until('figures are there', async () => (await send('GET /analytics/overview')).totals.posts > 0, 30_000);
  return { ...posts, ...talk, ...webhooks, ...people, planned, account: demo.accounts['MASTODON'] ?? '' };
};
