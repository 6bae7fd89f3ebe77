import type { RunningService } from '../../../support/running-service.ts';
import { freshId } from '../../../support/edge.ts';
import { inhabitInbox, inhabitPlans } from './inhabited-plans.ts';

/** A workspace with something of everything, and how to find it. */
export type Inhabited = Readonly<{
  workspaceId: string;
  apiKey: string;
  sessionToken: string;
  /** All ids there are, and one of nothing. */
  ids: readonly string[];
  /** Ids by the parameter or property they belong into: `accountId`, `mediaId` … */
  byName: Readonly<Record<string, readonly string[]>>;
  /** Ids by the group of the path whose `:id` they fill: `posts`, or `inbox/mentions` where a group has several kinds. */
  byGroup: Readonly<Record<string, readonly string[]>>;
}>;

type Reported = {
  id: string;
  mediaId?: string;
  userId?: string;
  data?: { id: string };
  platforms?: { postPlatformId: string; platformPostId?: string }[];
};

/** Fills a new workspace by the service's own endpoints. */
export const inhabit = async (service: RunningService): Promise<Inhabited> => {
  const of = await service.workspace('agency');
  const made = async (token: string, line: string, body?: unknown): Promise<Reported> => {
    const answer = await service.ask(token, line, body);
    if (answer.status >= 300) throw new Error(`${line}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as Reported;
  };
  const byKey = (line: string, body?: unknown) => made(of.apiKey, line, body);
  const bySession = (line: string, body?: unknown) => made(of.sessionToken, line, body);
  const at = `/workspaces/${of.workspaceId}`;
  const { TWITTER = '', BLUESKY = '', TIKTOK = '', FACEBOOK = '', GOOGLE_BUSINESS = '' } = of.accounts;

  const post = (content: string, more: object = {}) =>
    byKey('POST /posts', { content, accountIds: [TWITTER, BLUESKY], ...more });
  const [draft, other, planned, live, failed] = await Promise.all([
    post('A draft'),
    post('Another draft'),
    post('Planned', { scheduledFor: '2029-01-01T00:00:00Z' }),
    post('Live', { accountIds: [BLUESKY] }),
    post('Failed', { accountIds: [TWITTER] }),
  ]);
  const [webhook, spare, key, member, admin, invitation, upload, registered] = await Promise.all([
    byKey('POST /webhooks', { url: 'https://example.com/hook', events: ['post.published'] }),
    byKey('POST /webhooks', { url: 'https://example.com/other', events: ['post.failed'] }),
    bySession(`POST ${at}/api-keys`, { name: 'Other', scopes: ['*'] }),
    byKey('POST /sandbox/members', { role: 'MEMBER' }),
    byKey('POST /sandbox/members', { role: 'ADMIN' }),
    bySession(`POST ${at}/invitations`, { email: 'ben@example.com', role: 'MEMBER' }),
    byKey('POST /media/upload', { filename: 'a.png', contentType: 'image/png', sizeBytes: 1000 }),
    byKey('POST /media/register', { url: 'https://example.com/a.jpg', contentType: 'image/jpeg' }),
  ]);
  const hashtags = await byKey('POST /hashtag-sets', { name: 'Spring', tags: ['spring'] });
  const segment = await byKey('POST /audiences', { name: 'VIPs', segmentRules: { tags: ['vip'] } });
  const rule = { name: 'Price', keywords: ['price'], actions: { tags: ['lead'] } };
  const automation = await byKey('POST /comment-automations', rule);
  const message = { messageTemplate: 'Half price', platforms: ['FACEBOOK'] };
  const campaigns = [
    await byKey('POST /broadcasts', { name: 'Draft', ...message }),
    await byKey('POST /broadcasts', { name: 'Planned', scheduledFor: '2029-01-01T00:00:00Z', ...message }),
  ];
  const contact = await byKey('POST /contacts', { platform: 'FACEBOOK', platformId: '7', tags: ['vip'] });
  const imported = await byKey('POST /contacts/imports', { csv: 'platform,platformId\nnowhere,1' });
  await byKey('POST /sandbox/faults', { platform: 'TWITTER', operation: 'publish', fault: 'forbidden', times: 1 });
  await Promise.all([live, failed].map(({ id }) => byKey(`POST /posts/${id}/publish?sync=true&timeout=60`)));
  const { platforms: copies = [] } = await byKey(`GET /posts/${live.id}`);
  await byKey('POST /sandbox/inbox/comments', {
    accountId: BLUESKY,
    platformPostId: copies[0]?.platformPostId,
    text: 'Well said',
    author: { id: 'did:plc:zoe', username: 'zoe.example.com' },
  });
  await byKey(`POST /accounts/${BLUESKY}/comments/sync`);
  const { body: comments } = await service.ask(of.apiKey, `GET /accounts/${BLUESKY}/comments`);
  const commentId = (comments.data as Reported[]).map(({ id }) => id);
  const delivery = await byKey('POST /webhooks/test', { webhookId: webhook.id });
  const now = await of.now();
  const replay = await byKey(`POST /webhooks/${webhook.id}/replay`, {
    from: new Date(now - 3_600_000).toISOString(),
    to: new Date(now).toISOString(),
  });

  const [plans, inbox] = await Promise.all([inhabitPlans(of, byKey, bySession), inhabitInbox(of, byKey, bySession)]);

  const idOf = ({ id, mediaId, userId, data }: Reported): string => id ?? mediaId ?? userId ?? data?.id ?? '';
  const accountId = [TWITTER, BLUESKY, TIKTOK, FACEBOOK, GOOGLE_BUSINESS];
  const posts = [draft, other, planned, live, failed].map(idOf);
  const mediaId = [upload, registered].map(idOf);
  const people = [member, admin].map(idOf);
  const byName = {
    accountId,
    audienceId: [idOf(segment)],
    postId: posts,
    mediaId: [idOf(registered)],
    webhookId: [webhook.id],
    keyId: [idOf(key)],
    apiKeyId: [idOf(key)],
    userId: people,
    targetUserId: people,
    invitationId: [idOf(invitation)],
    deliveryId: [delivery.id],
    replayId: [idOf(replay)],
    ...plans.byName,
    postPlatformId: [failed, live].flatMap(({ platforms = [] }) => platforms.map((each) => each.postPlatformId)),
  };
  const byGroup = {
    accounts: accountId,
    posts,
    media: mediaId,
    webhooks: [webhook.id, spare.id],
    workspaces: [of.workspaceId],
    'inbox/comments': commentId,
    'hashtag-sets': [idOf(hashtags)],
    'comment-automations': [idOf(automation)],
    audiences: [idOf(segment)],
    audience: accountId,
    broadcasts: campaigns.map(idOf),
    contacts: [idOf(contact)],
    'contacts/imports': [idOf(imported)],
    ...plans.byGroup,
    ...inbox.byGroup,
  };
  const ids = [...new Set([...Object.values(byName), ...Object.values(byGroup), [of.userId, freshId()]].flat())];
  return { ...of, ids, byName, byGroup };
};
