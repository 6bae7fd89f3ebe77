import type { CommandContext } from '../../commands/kernel/command.ts';
import { comment } from '../../domain/comments/comment.ts';
import { webhookDelivery } from '../../domain/webhooks/delivery.ts';
import { deliveryIdFrom } from '../../domain/webhooks/delivery-id.ts';
import { freshId, type Answer } from '../support/edge.ts';
import type { RunningService, TestWorkspace } from '../support/running-service.ts';

/** What one workspace's life has made so far, by kind. */
export type Things = Record<
  | 'posts'
  | 'accounts'
  | 'media'
  | 'comments'
  | 'contacts'
  | 'contactImports'
  | 'webhooks'
  | 'deliveries'
  | 'callbacks'
  | 'replays'
  | 'members'
  | 'hashtagSets'
  | 'audiences'
  | 'automations'
  | 'broadcasts'
  | 'workflows'
  | 'calendarPosts'
  | 'personas'
  | 'calendarPersonas'
  | 'bulkJobs'
  | 'imageJobs',
  string[]
>;

/** Takes one of some things; undefined from an empty list. */
export type Pick = (from: readonly string[]) => string | undefined;

const noThings = (): Things => ({
  posts: [],
  accounts: [],
  media: [],
  comments: [],
  contacts: [],
  contactImports: [],
  webhooks: [],
  deliveries: [],
  callbacks: [],
  replays: [],
  members: [],
  audiences: [],
  automations: [],
  broadcasts: [],
  hashtagSets: [],
  workflows: [],
  calendarPosts: [],
  personas: [],
  calendarPersonas: [],
  bulkJobs: [],
  imageJobs: [],
});

/** Everything that can happen to the resources a single GET shows, to be drawn from at random; each step may be refused, as in life. */
export const randomLife = (service: RunningService, workspace: TestWorkspace) => {
  const things = noThings();
  things.accounts.push(...Object.values(workspace.accounts).slice(0, 3));
  const { send, workspaceId, asService } = workspace;
  const bySession = (line: string, body?: unknown): Promise<Answer> =>
    service.ask(workspace.sessionToken, line, body, { 'x-workspace-id': workspaceId });
  let count = 0;
  // A count of its own: the first switch of a life leaves the endpoint on, so that it can be replayed to.
  let switches = 0;
  const word = (): string => `word ${count++}`;
  const keep = (into: keyof Things, { status, body }: Answer): void => {
    if (status < 300) things[into].push(String(body.id));
  };

  /** As what the service does by itself is recorded. */
  const asProcess = async (id: string): Promise<CommandContext> => {
    const { commandId, meta } = asService();
    const occurredAt = new Date(await workspace.now()).toISOString();
    return { commandId, meta: { ...meta, actor: { kind: 'process', id }, occurredAt } };
  };

  /** A comment as a reading of its platform records it, for the first time or edited. */
  const receive = async (commentId: string, accountId: string, postId: string | null): Promise<void> => {
    const view = {
      commentId,
      contactId: freshId(),
      accountId,
      postId,
      platform: 'BLUESKY' as const,
      content: word(),
      platformPostId: 'post',
      platformCommentId: commentId,
      author: { id: 'x', username: word() },
      parentCommentId: null,
      permalinkUrl: null,
      platformCreatedAt: '2026-01-01T00:00:00.000Z',
    };
    await service.commands.handle(comment, commentId, { type: 'receive-comment', ...view }, await asProcess('sync'));
  };

  /** A delivery as the webhook processes record it, from its request to its end. */
  const deliver = async (endpointId: string | null, ends: 'well' | 'badly' | 'blocked'): Promise<void> => {
    const deliveryId = deliveryIdFrom(freshId());
    const source = { kind: 'test' as const, testId: word(), message: word() };
    const common = { deliveryId, endpointId, event: 'test.webhook', source, origin: 'test' as const, originId: null };
    const request = { ...common, callbackUrl: endpointId === null ? 'https://callback.invalid/' : null };
    const context = () => asProcess('webhook-delivery');
    const answered = { attempt: 0, statusCode: 503, responseBody: word(), latencyMs: 12 };
    const end = {
      well: { type: 'succeed', ...answered, statusCode: 200 },
      badly: { type: 'fail', ...answered, error: word(), at: new Date(await workspace.now()).toISOString() },
      blocked: { type: 'block', attempt: 0, latencyMs: 1, error: word() },
    } as const;
    const start = { type: 'start', request, attempt: 0 } as const;
    await service.commands.handle(webhookDelivery, deliveryId, start, await context());
    await service.commands.handle(webhookDelivery, deliveryId, end[ends], await context());
    things[endpointId === null ? 'callbacks' : 'deliveries'].push(
      endpointId === null ? deliveryId : `${endpointId}/deliveries/${deliveryId}`,
    );
  };

  const steps: Record<string, (pick: Pick) => Promise<unknown>> = {
    post: async () =>
      keep('posts', await send('POST /posts', { content: word(), accountIds: things.accounts.slice(0, 2) })),
    edit: (pick) => send(`PATCH /posts/${pick(things.posts)}`, { content: word() }),
    schedule: async (pick) => {
      const scheduledFor = new Date((await workspace.now()) + 3_600_000).toISOString();
      return send(`PATCH /posts/${pick(things.posts)}`, { scheduledFor });
    },
    cancel: (pick) => send(`POST /posts/${pick(things.posts)}/cancel`),
    publish: (pick) => send(`POST /posts/${pick(things.posts)}/publish`),
    drop: (pick) => send(`DELETE /posts/${pick(things.posts.slice(1))}`),
    disconnect: (pick) => send(`DELETE /accounts/${pick(things.accounts.slice(2))}`),
    connect: async () => keep('accounts', await send('POST /sandbox/accounts', { platform: 'MASTODON' })),
    media: async () =>
      keep('media', await send('POST /media/register', { url: 'https://example.com/a.png', contentType: 'image/png' })),
    upload: async () => {
      const file = { filename: 'a.png', contentType: 'image/png', sizeBytes: 1000 };
      const { status, body } = await send('POST /media/upload-url', file);
      if (status < 300) things.media.push(String(body.mediaId ?? body.id));
    },
    judge: (pick) => send(`POST /media/${pick(things.media)}/validate`, { platforms: ['TWITTER'] }),
    'drop media': (pick) => send(`DELETE /media/${pick(things.media.slice(1))}`),
    comment: async (pick) => {
      const id = freshId();
      await receive(id, pick(things.accounts) ?? '', pick(things.posts) ?? null);
      things.comments.push(id);
    },
    'add a contact': async () => {
      const { status, body } = await send('POST /contacts', {
        platform: 'FACEBOOK',
        platformId: word(),
        tags: [word()],
      });
      if (status < 300) things.contacts.push(String(body.id));
    },
    'import contacts': async () => {
      const csv = `platform,platformId\nfacebook,${word()}\nnowhere,1`;
      const { status, body } = await send('POST /contacts/imports', { csv });
      if (status < 300) things.contactImports.push(String(body.id));
    },
    'stop importing': (pick) => send(`POST /contacts/imports/${pick(things.contactImports)}/cancel`),
    'tag a contact': (pick) => send(`POST /contacts/${pick(things.contacts)}/tags`, { tag: word() }),
    'edit comment': async (pick) => {
      const id = pick(things.comments);
      if (id !== undefined) await receive(id, '', null);
    },
    answer: (pick) => bySession(`POST /inbox/comments/${pick(things.comments)}/mark-replied`),
    'not answer': (pick) => bySession(`DELETE /inbox/comments/${pick(things.comments.slice(1))}/mark-replied`),
    'hide comment': (pick) => bySession(`POST /inbox/comments/${pick(things.comments)}/hide`),
    'show comment': (pick) => bySession(`DELETE /inbox/comments/${pick(things.comments)}/hide`),
    'save hashtags': async () => {
      const { status, body } = await send('POST /hashtag-sets', { name: word(), tags: [word()] });
      if (status < 300) things.hashtagSets.push(String((body.data as { id: string }).id));
    },
    'change hashtags': (pick) =>
      send(`PATCH /hashtag-sets/${pick(things.hashtagSets)}`, { name: word(), tags: [word()] }),
    'define workflow': async (pick) => {
      const approverIds = [pick(things.members) ?? workspace.userId];
      const definition = { name: word(), steps: [{ order: 1, role: word(), approverIds }] };
      const { status, body } = await send(`POST /workspaces/${workspaceId}/approval-workflows`, definition);
      if (status < 300) things.workflows.push(String((body.data as { id: string }).id));
    },
    'replace workflow': (pick) =>
      send(`PUT /workspaces/${workspaceId}/approval-workflows/${pick(things.workflows)}`, {
        name: word(),
        steps: [{ order: 1, role: word(), approverIds: [workspace.userId] }],
      }),
    'make a rule': async () =>
      keep(
        'automations',
        await send('POST /comment-automations', { name: word(), keywords: [word()], actions: { tags: [word()] } }),
      ),
    'change a rule': (pick) =>
      send(`PATCH /comment-automations/${pick(things.automations)}`, { name: word(), isActive: count++ % 2 === 0 }),
    'drop a rule': (pick) => send(`DELETE /comment-automations/${pick(things.automations.slice(1))}`),
    'save an audience': async () =>
      keep('audiences', await send('POST /audiences', { name: word(), segmentRules: { tags: [word()] } })),
    'change an audience': (pick) => send(`PATCH /audiences/${pick(things.audiences)}`, { name: word() }),
    'drop an audience': (pick) => send(`DELETE /audiences/${pick(things.audiences.slice(1))}`),
    'plan a broadcast': async () =>
      keep(
        'broadcasts',
        await send('POST /broadcasts', { name: word(), messageTemplate: word(), platforms: ['FACEBOOK'] }),
      ),
    'change a broadcast': (pick) =>
      send(`PATCH /broadcasts/${pick(things.broadcasts)}`, {
        name: word(),
        scheduledFor: count++ % 2 === 0 ? '2029-01-01T00:00:00Z' : null,
      }),
    'drop a broadcast': (pick) => send(`DELETE /broadcasts/${pick(things.broadcasts.slice(1))}`),
    'make persona': async () =>
      keep('personas', await send('POST /personas/wizard', { name: word(), modules: { voice: { tone: word() } } })),
    'change persona': (pick) =>
      send(`PUT /personas/${pick(things.personas)}/modules/voice`, { data: { tone: word() } }),
    'generate posts': async () => {
      const accountId = workspace.accounts['MASTODON'];
      const scheduledDates = [new Date((await workspace.now()) + 7_200_000).toISOString()];
      const wanted = { accountId, platform: 'MASTODON', totalPosts: 1, scheduledDates };
      const { status, body } = await bySession('POST /bulk-generate', wanted);
      if (status < 300) things.bulkJobs.push(String(body['jobId']));
    },
    'stop generating': (pick) => bySession(`POST /bulk-generate/${pick(things.bulkJobs)}/cancel`),
    'make images': async () => {
      const { status, body } = await send('POST /ai/image-jobs', { posts: [{ postId: 'p', promptText: word() }] });
      if (status < 300) things.imageJobs.push(String(body['jobId']));
    },
    'stop images': (pick) => send(`POST /ai/image-jobs/${pick(things.imageJobs)}/cancel`),
    'default persona': (pick) => send(`PATCH /personas/${pick(things.personas)}/set-default`),
    'plan post': async () => {
      const [platform, accountId] = Object.entries(workspace.accounts)[0] ?? [];
      const { status, body } = await send('POST /calendar/posts', { accountId, platform, content: word() });
      if (status < 300) things.calendarPosts.push(String((body.data as { id: string }).id));
    },
    'plan again': (pick) => send(`PATCH /calendar/posts/${pick(things.calendarPosts)}`, { notes: word() }),
    'calendar persona': async () => {
      const { status, body } = await send('POST /calendar/personas', { slug: `p${count++}`, displayName: word() });
      if (status < 300) things.calendarPersonas.push(String((body.data as { id: string }).id));
    },
    'change calendar persona': (pick) =>
      send(`PATCH /calendar/personas/${pick(things.calendarPersonas)}`, { runtimePrompt: word() }),
    'hand over': (pick) => send(`POST /calendar/posts/${pick(things.calendarPosts)}/publish`),
    'start approval': (pick) =>
      send(`POST /posts/${pick(things.posts)}/start-approval`, { workflowId: pick(things.workflows) }),
    approve: (pick) => send(`POST /posts/${pick(things.posts)}/approve`, { comment: word() }),
    reject: (pick) => send(`POST /posts/${pick(things.posts)}/reject`, { comment: word() }),
    queue: () => send('PUT /queues', { timezone: 'UTC', slots: [{ day: count++ % 7, time: '10:30' }] }),
    hook: async () =>
      keep('webhooks', await send('POST /webhooks', { url: 'https://hooks.invalid/a', events: ['account.connected'] })),
    'change hook': (pick) => send(`PATCH /webhooks/${pick(things.webhooks)}`, { description: word() }),
    'switch hook': (pick) => send(`PATCH /webhooks/${pick(things.webhooks)}`, { enabled: switches++ % 2 === 0 }),
    'new secret': (pick) => send(`POST /webhooks/${pick(things.webhooks)}/rotate-secret`),
    'drop hook': (pick) => send(`DELETE /webhooks/${pick(things.webhooks.slice(1))}`),
    'deliver well': (pick) => deliver(pick(things.webhooks) ?? null, 'well'),
    'deliver badly': (pick) => deliver(pick(things.webhooks) ?? null, 'badly'),
    'deliver nothing': (pick) => deliver(pick(things.webhooks) ?? null, 'blocked'),
    'call back': () => deliver(null, 'well'),
    replay: async (pick) => {
      const hook = pick(things.webhooks);
      const now = await workspace.now();
      const range = { from: new Date(now - 3_600_000).toISOString(), to: new Date(now).toISOString() };
      const { status, body } = await send(`POST /webhooks/${hook}/replay`, range);
      if (status < 300) things.replays.push(`${hook}/replays/${body.id}`);
    },
    rename: () => send(`PATCH /workspaces/${workspaceId}`, { name: word() }),
    'choose mails': () => bySession('PUT /settings/notifications', { weeklyDigest: count++ % 2 === 0 }),
    me: () => bySession('PATCH /users/me', { name: word() }),
    found: () => bySession('POST /workspaces', { name: word(), slug: `life-${freshId()}` }),
    member: async () => {
      const { status, body } = await send('POST /sandbox/members', { role: 'MEMBER' });
      if (status < 300) things.members.push(String(body.userId));
    },
    offer: (pick) =>
      bySession(`POST /workspaces/${workspaceId}/transfer-request`, { targetUserId: pick(things.members) }),
    withdraw: () => bySession(`DELETE /workspaces/${workspaceId}/transfer-request`),
    // Somebody acts after the time has gone by: to a position belongs the time of what happened there.
    wait: async () => {
      await workspace.advance(40_000 * (1 + (count++ % 9)));
      keep('posts', await send('POST /posts', { content: word(), accountIds: things.accounts.slice(0, 1) }));
    },
  };

  /** The paths of everything there is, by the endpoint that answers it. */
  const paths = (): readonly Readonly<{ endpoint: string; path: string }>[] => [
    ...things.posts.flatMap((id) => [
      { endpoint: 'getPost', path: `/posts/${id}` },
      { endpoint: 'getApprovalStatus', path: `/posts/${id}/approval-status` },
    ]),
    ...things.accounts.map((id) => ({ endpoint: 'getAccount', path: `/accounts/${id}` })),
    ...things.media.flatMap((id) => [
      { endpoint: 'getMedia', path: `/media/${id}` },
      { endpoint: 'getMediaValidationStatus', path: `/media/${id}/validation-status` },
    ]),
    ...things.contacts.map((id) => ({ endpoint: 'getContact', path: `/contacts/${id}` })),
    ...things.contactImports.map((id) => ({ endpoint: 'getContactImport', path: `/contacts/imports/${id}` })),
    ...things.comments.map((id) => ({ endpoint: 'getComment', path: `/inbox/comments/${id}` })),
    ...things.automations.map((id) => ({ endpoint: 'getCommentAutomation', path: `/comment-automations/${id}` })),
    ...things.audiences.map((id) => ({ endpoint: 'getAudience', path: `/audiences/${id}` })),
    ...things.broadcasts.map((id) => ({ endpoint: 'getBroadcast', path: `/broadcasts/${id}` })),
    ...things.hashtagSets.map((id) => ({ endpoint: 'getHashtagSet', path: `/hashtag-sets/${id}` })),
    ...things.workflows.map((id) => ({
      endpoint: 'getApprovalWorkflow',
      path: `/workspaces/${workspaceId}/approval-workflows/${id}`,
    })),
    ...things.personas.map((id) => ({ endpoint: 'getPersona', path: `/personas/${id}` })),
    ...things.bulkJobs.map((id) => ({ endpoint: 'getBulkJob', path: `/bulk-generate/${id}` })),
    ...things.imageJobs.map((id) => ({ endpoint: 'getImageJob', path: `/ai/image-jobs/${id}` })),
    ...things.calendarPersonas.map((id) => ({ endpoint: 'getCalendarPersona', path: `/calendar/personas/${id}` })),
    ...things.calendarPosts.map((id) => ({ endpoint: 'getCalendarPost', path: `/calendar/posts/${id}` })),
    { endpoint: 'getQueue', path: '/queues' },
    ...things.webhooks.map((id) => ({ endpoint: 'getWebhook', path: `/webhooks/${id}` })),
    ...things.deliveries.map((id) => ({ endpoint: 'getWebhookDelivery', path: `/webhooks/${id}` })),
    ...things.callbacks.map((id) => ({
      endpoint: 'getCallbackDelivery',
      path: `/webhooks/callback-deliveries/${id}`,
    })),
    ...things.replays.map((id) => ({ endpoint: 'getWebhookReplay', path: `/webhooks/${id}` })),
    { endpoint: 'getWorkspace', path: `/workspaces/${workspaceId}` },
    { endpoint: 'getTransfer', path: `/workspaces/${workspaceId}/transfer-request` },
    { endpoint: 'getTransferAtPlural', path: `/workspaces/${workspaceId}/transfer-requests` },
    { endpoint: 'getNotificationPreferences', path: '/settings/notifications' },
    { endpoint: 'getCurrentBilling', path: '/billing/current' },
    { endpoint: 'getMe', path: '/users/me' },
  ];

  return { things, steps, paths };
};
