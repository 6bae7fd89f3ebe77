import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { until } from '../../support/until.ts';
import { clientOf } from '../engine/client.ts';
import type { LivePlatform } from '../engine/live-platform.ts';
import { bluesky } from '../platforms/bluesky.ts';
import { facebook } from '../platforms/facebook.ts';
import { googleBusiness } from '../platforms/google-business.ts';
import { instagram } from '../platforms/instagram.ts';
import { linkedin } from '../platforms/linkedin.ts';
import { mastodon } from '../platforms/mastodon.ts';
import { metaReport } from '../platforms/meta.ts';
import { pinterest } from '../platforms/pinterest.ts';
import { reddit } from '../platforms/reddit.ts';
import { snapchat } from '../platforms/snapchat.ts';
import { telegram, telegramChat, webhookOf } from '../platforms/telegram.ts';
import { threads } from '../platforms/threads.ts';
import { tiktok, tiktokReport } from '../platforms/tiktok.ts';
import { twitter } from '../platforms/twitter.ts';
import { whatsapp } from '../platforms/whatsapp.ts';
import { youtube } from '../platforms/youtube.ts';
import { challenged, conversed, inInbox, mentioned, reported, verifyToken } from './reports.ts';
import { reviewed } from './reviews.ts';
import type { Connected, Scenario } from './scenario.ts';
import { patience } from './patience.ts';

export const livePlatforms: readonly LivePlatform[] = [
  mastodon,
  twitter,
  pinterest,
  telegram,
  bluesky,
  youtube,
  googleBusiness,
  facebook,
  instagram,
  threads,
  whatsapp,
  linkedin,
  tiktok,
  reddit,
  snapchat,
];

const everyKind = [
  { kind: 'TEXT' },
  { kind: 'IMAGE', metadata: { altText: 'A square' } },
  { kind: 'VIDEO' },
  { kind: 'CAROUSEL' },
  { kind: 'THREAD' },
] as const;

const seconds = (): number => Math.floor(Date.now() / 1000);

/** A report of Meta: entries of a Page, an Instagram account or a person of Threads (Meta: "Webhooks"). */
const fromMeta =
  ({ live, clientSecret }: Connected, platform: string, object: string) =>
  (id: string, more: object) =>
    reported(
      live,
      platform,
      metaReport(clientSecret, { object, entry: [{ id, time: Math.floor(Date.now() / 1000), ...more }] }),
    );

const messaging = ({ visitor }: Connected, page: string, text: string, mid: string) => ({
  messaging: [{ sender: { id: visitor.id }, recipient: { id: page }, timestamp: Date.now(), message: { mid, text } }],
});

/** Messages and statuses of a business number (Meta: "WhatsApp Cloud API", "Webhooks"). */
const fromWhatsapp = ({ live, clientSecret }: Connected, account: string, more: object): Promise<void> => {
  const metadata = { display_phone_number: '15550100', phone_number_id: `1${account}` };
  const value = { messaging_product: 'whatsapp', metadata, ...more };
  const entry = [{ id: `55${account}`, changes: [{ field: 'messages', value }] }];
  return reported(live, 'WHATSAPP', metaReport(clientSecret, { object: 'whatsapp_business_account', entry }));
};

export const scenarios: readonly Scenario[] = [
  {
    platform: 'MASTODON',
    posts: everyKind,
    comments: {},
    postFigures: { likes: 5, reposts: 4, replies: 3, quotes: 2 },
    accountFigures: { followers: 12 },
    refreshes: 'checked',
    removes: 'all',
  },
  {
    platform: 'TWITTER',
    subscribes: 'unsubscribe',
    posts: everyKind,
    comments: {},
    postFigures: { impressions: 90, likes: 5, reposts: 4, replies: 3, quotes: 2, bookmarks: 1, clicks: 6 },
    accountFigures: { followers: 12, posts: 7 },
    reports: async (of, postId) => {
      const { live, nativeId, visitor } = of;
      const { secret } = clientOf('TWITTER_WEBHOOKS');
      const text = `Reported ${of.world.nextNumber()}`;
      // X Activity API (docs.x.com: "X Activity API", event payloads).
      const payload = {
        id: of.world.nextNumber(),
        text,
        created_at: new Date().toISOString(),
        author_id: visitor.id,
        in_reply_to_tweet_id: postId,
        in_reply_to_user_id: nativeId,
      };
      const users = [{ id: visitor.id, username: visitor.username }];
      const activity = { filter: { user_id: nativeId }, event_type: 'post.reply.create', payload, includes: { users } };
      const body = JSON.stringify({ data: activity });
      const mac = createHmac('sha256', secret).update(body).digest('base64');
      const headers = { 'content-type': 'application/json', 'x-twitter-webhooks-signature': `sha256=${mac}` };
      await reported(live, 'TWITTER', { body, headers });
      expect((await inInbox(of, text))['author']).to.include({ username: visitor.username });
      const check = await live.raw('/v1/platform-webhooks/twitter?crc_token=abc', {});
      const token = createHmac('sha256', secret).update('abc').digest('base64');
      expect(await check.json()).to.deep.equal({ response_token: `sha256=${token}` });
    },
    refreshes: 'renewed',
    removes: 'all',
  },
  {
    platform: 'PINTEREST',
    destination: 'Rooms',
    posts: [
      { kind: 'IMAGE', metadata: { title: 'A square' } },
      { kind: 'VIDEO', metadata: { title: 'A film' } },
      { kind: 'CAROUSEL', metadata: { title: 'Two squares' } },
    ],
    postFigures: { impressions: 90, clicks: 6, outboundClicks: 5, saves: 4, comments: 3, likes: 2 },
    accountFigures: { followers: 12, posts: 7 },
    refreshes: 'renewed',
    removes: 'all',
  },
  {
    platform: 'TELEGRAM',
    subscribes: 'deleteWebhook',
    credentials: (world) => {
      const { id } = world.newAccount(world.nextNumber(), 'bakery_bot', 'Bakery');
      return { botToken: world.grant(id, 'access', `${id}:`), chatId: telegramChat };
    },
    posts: [{ kind: 'TEXT' }, { kind: 'IMAGE' }, { kind: 'VIDEO' }, { kind: 'CAROUSEL' }],
    accountFigures: { followers: 12 },
    reports: async (of) => {
      const { live, workspace, world, visitor } = of;
      await until('the bot has its webhook', () => world.subscriptions.has(webhookOf(of.nativeId)), patience.ms);
      const { url, secret_token: secret } = world.subscriptions.get(webhookOf(of.nativeId)) as {
        url: string;
        secret_token: string;
      };
      const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret };
      const message = {
        message_id: Number(world.nextNumber()),
        date: Math.floor(Date.now() / 1000),
        chat: { id: Number(telegramChat), type: 'supergroup' },
        from: { id: Number(visitor.id), is_bot: false, first_name: 'R', username: 'reporter' },
        text: 'Good morning',
      };
      await reported(
        live,
        'TELEGRAM',
        { body: JSON.stringify({ update_id: 1, message }), headers },
        new URL(url).pathname,
      );
      const contacts = async () =>
        (await workspace.expected(200, 'GET /contacts'))['contacts'] as { platformId: string }[];
      const isContact = async () => (await contacts()).some(({ platformId }) => platformId === visitor.id);
      await until('the person is a contact', isContact, patience.ms);
    },
    refreshes: 'checked',
    removes: 'all',
  },
  {
    platform: 'BLUESKY',
    posts: [
      { kind: 'TEXT' },
      { kind: 'IMAGE', metadata: { altText: 'A square' } },
      { kind: 'CAROUSEL' },
      { kind: 'THREAD' },
    ],
    comments: {
      visitor: 'did:plc:visitor',
      commentId: (world) => `at://did:plc:visitor/app.bsky.feed.post/${world.nextNumber()}`,
    },
    postFigures: { likes: 5, reposts: 4, replies: 3, quotes: 2, bookmarks: 1 },
    accountFigures: { followers: 12, posts: 7 },
    refreshes: 'renewed',
    removes: 'all',
  },
  {
    platform: 'YOUTUBE',
    posts: [{ kind: 'VIDEO', metadata: { title: 'A film' }, firstComment: true }],
    comments: {},
    postFigures: { impressions: 90, likes: 5, comments: 3 },
    accountFigures: { followers: 12, impressions: 90, posts: 7 },
    reports: async ({ live, clientSecret }) => {
      await challenged(live, 'YOUTUBE', clientSecret);
      // A feed, signed with what the subscription gave as its secret (WebSub, section 7.1; YouTube: "Push notifications").
      const body = '<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>A film</title></entry></feed>';
      const mac = createHmac('sha1', verifyToken(clientSecret)).update(body).digest('hex');
      const headers = { 'content-type': 'application/atom+xml', 'x-hub-signature': `sha1=${mac}` };
      await reported(live, 'YOUTUBE', { body, headers });
    },
    refreshes: 'renewed',
    removes: 'all',
  },
  {
    platform: 'GOOGLE_BUSINESS',
    destination: 'Bakery',
    posts: [{ kind: 'TEXT' }, { kind: 'IMAGE' }, { kind: 'CAROUSEL' }],
    accountFigures: { impressions: 8, clicks: 2, calls: 2, directionRequests: 2 },
    also: reviewed,
    refreshes: 'renewed',
    removes: 'all',
  },
  {
    platform: 'FACEBOOK',
    subscribes: 'unsubscribe',
    destination: 'Bakery',
    posts: [
      { kind: 'TEXT', firstComment: true },
      { kind: 'IMAGE', metadata: { altText: 'A square' } },
      { kind: 'VIDEO' },
      { kind: 'CAROUSEL' },
      { kind: 'REEL' },
      { kind: 'STORY', isWordless: true },
    ],
    comments: { privately: true },
    postFigures: { impressions: 90, reach: 70, likes: 5, comments: 3, shares: 4, clicks: 6 },
    accountFigures: { followers: 12 },
    reports: async (of, postId) => {
      await challenged(of.live, 'FACEBOOK', of.clientSecret);
      const [page = ''] = postId.split('_');
      const post = fromMeta(of, 'FACEBOOK', 'page');
      const message = `Reported ${of.world.nextNumber()}`;
      const comment = { item: 'comment', verb: 'add', comment_id: `${postId}_1`, post_id: postId, parent_id: postId };
      const value = {
        ...comment,
        from: { id: of.visitor.id, name: 'A reporter' },
        message,
        created_time: seconds(),
      };
      await post(page, { changes: [{ field: 'feed', value }] });
      expect((await inInbox(of, message))['author']).to.include({ username: 'A reporter' });
      const mention = { post_id: `4_${of.world.nextNumber()}`, sender_id: of.visitor.id, sender_name: 'A reporter' };
      const more = { message: 'A mention', created_time: seconds() };
      await post(page, { changes: [{ field: 'mention', value: { ...mention, ...more } }] });
      expect(await mentioned(of, mention.post_id)).to.include({ authorUsername: 'A reporter' });
      await conversed(of, (text, mid) => post(page, messaging(of, page, text, mid)));
    },
    refreshes: 'renewed',
    removes: 'all',
  },
  {
    platform: 'INSTAGRAM',
    subscribes: 'unsubscribe',
    isKept: true,
    posts: [
      { kind: 'IMAGE', metadata: { altText: 'A square' }, firstComment: true },
      { kind: 'CAROUSEL' },
      { kind: 'REEL' },
    ],
    comments: { privately: true },
    postFigures: { impressions: 90, reach: 70, likes: 5, comments: 3, saves: 2, shares: 4, engagements: 14 },
    accountFigures: { followers: 12, posts: 7 },
    reports: async (of, postId) => {
      await challenged(of.live, 'INSTAGRAM', of.clientSecret);
      const post = fromMeta(of, 'INSTAGRAM', 'instagram');
      const text = `Reported ${of.world.nextNumber()}`;
      const value = {
        id: of.world.nextNumber(),
        text,
        from: of.visitor,
        media: { id: postId, media_product_type: 'FEED' },
      };
      await post(of.nativeId, { changes: [{ field: 'comments', value }] });
      expect((await inInbox(of, text))['author']).to.include({ username: of.visitor.username });
      const mention = { media_id: `18${of.world.nextNumber()}` };
      await post(of.nativeId, { changes: [{ field: 'mentions', value: mention }] });
      await mentioned(of, mention.media_id);
      await conversed(of, (words, mid) => post(of.nativeId, messaging(of, of.nativeId, words, mid)));
    },
    refreshes: 'renewed',
    removes: 'manual',
  },
  {
    platform: 'INSTAGRAM',
    subscribes: 'unsubscribe',
    asks: { oauthVersion: 'fb_login' },
    destination: 'Bakery',
    posts: [{ kind: 'IMAGE' }, { kind: 'CAROUSEL' }, { kind: 'REEL' }],
    comments: { privately: true },
    postFigures: { impressions: 90, reach: 70 },
    refreshes: 'renewed',
    removes: 'all',
  },
  {
    platform: 'THREADS',
    posts: [
      { kind: 'TEXT', firstComment: true },
      { kind: 'IMAGE', metadata: { altText: 'A square' } },
      { kind: 'VIDEO' },
      { kind: 'CAROUSEL' },
      { kind: 'THREAD' },
    ],
    comments: { hides: true },
    postFigures: { impressions: 90, likes: 5, replies: 3, reposts: 4, quotes: 2, shares: 1 },
    accountFigures: { followers: 12, impressions: 80, clicks: 6 },
    reports: async (of, postId) => {
      await challenged(of.live, 'THREADS', of.clientSecret);
      const text = `Reported ${of.world.nextNumber()}`;
      const value = {
        id: of.world.nextNumber(),
        text,
        username: of.visitor.username,
        permalink: 'https://www.threads.net/t/1',
        timestamp: new Date().toISOString().replace(/\.\d+Z$/, '+0000'),
        media_type: 'TEXT_POST',
        root_post: { id: postId, owner_id: of.nativeId, username: of.username },
        replied_to: { id: postId },
      };
      // Threads reports without entries (Threads docs: "Webhooks").
      const body = {
        app_id: '1',
        topic: 'moderate',
        target_id: of.nativeId,
        time: 1_795_600_000,
        subscription_id: '2',
        values: { value, field: 'replies' },
      };
      await reported(of.live, 'THREADS', metaReport(of.clientSecret, body));
      expect((await inInbox(of, text))['author']).to.include({ username: of.visitor.username });
    },
    refreshes: 'renewed',
    removes: 'all',
  },
  {
    platform: 'WHATSAPP',
    subscribes: 'unsubscribe',
    posts: (['TEXT', 'IMAGE', 'VIDEO', 'CAROUSEL'] as const).map((kind) => ({
      kind,
      metadata: { recipientPhone: '+15551234567' },
    })),
    confirms: async (of, { id, account }) => {
      const statuses = [{ id, status: 'delivered', timestamp: '1795600000', recipient_id: '15551234567' }];
      await fromWhatsapp(of, account, { statuses });
    },
    reports: async (of) => {
      await challenged(of.live, 'WHATSAPP', of.clientSecret);
      const text = { body: 'Are you open on Sunday?' };
      const message = {
        from: of.visitor.id,
        id: `wamid.${of.world.nextNumber()}`,
        timestamp: '1795600000',
        type: 'text',
        text,
      };
      const contacts = [{ profile: { name: 'A reporter' }, wa_id: of.visitor.id }];
      await fromWhatsapp(of, of.nativeId, { contacts, messages: [message] });
      const listed = async () =>
        (await of.workspace.expected(200, 'GET /contacts'))['contacts'] as { platformId: string }[];
      const isKnown = async () => (await listed()).some(({ platformId }) => platformId === of.visitor.id);
      await until('the person is a contact', isKnown, patience.ms);
    },
    refreshes: 'never',
    removes: 'manual',
  },
  {
    platform: 'LINKEDIN',
    asks: { accountType: 'organization' },
    destination: 'Bakery',
    posts: [
      { kind: 'TEXT', firstComment: true },
      { kind: 'IMAGE', metadata: { altText: 'A square' } },
      { kind: 'VIDEO' },
      { kind: 'CAROUSEL' },
    ],
    comments: {},
    postFigures: { impressions: 90, reach: 70, clicks: 6, likes: 5, comments: 3, shares: 4 },
    accountFigures: { followers: 12 },
    refreshes: 'renewed',
    removes: 'all',
  },
  {
    platform: 'TIKTOK',
    posts: (['VIDEO', 'IMAGE', 'CAROUSEL'] as const).map((kind) => ({
      kind,
      metadata: { tiktokPrivacyLevel: 'PUBLIC_TO_EVERYONE', tiktokAllowStitch: false },
    })),
    postFigures: { impressions: 90, likes: 5, comments: 3, shares: 4 },
    accountFigures: { followers: 12, likes: 50, posts: 7 },
    reports: ({ live, clientSecret }) => {
      const value = {
        client_key: 'tiktok-client',
        event: 'post.publish.complete',
        create_time: 1_795_600_000,
        user_openid: '1',
        content: '{}',
      };
      return reported(live, 'TIKTOK', tiktokReport(clientSecret, value));
    },
    refreshes: 'renewed',
    removes: 'manual',
  },
  {
    // Comments need the second token, of the Business Accounts API, which TikTok gives elsewhere.
    platform: 'TIKTOK',
    name: 'a Business Accounts token',
    tokens: (world) => {
      const { id } = world.newAccount(world.nextNumber(), 'bakery');
      const extra = { businessToken: world.grant(id, 'page'), businessId: id };
      return { accessToken: world.grant(id), refreshToken: world.grant(id, 'refresh'), expiresIn: 86_400, extra };
    },
    posts: [
      {
        kind: 'VIDEO',
        metadata: { tiktokPrivacyLevel: 'PUBLIC_TO_EVERYONE', tiktokAllowStitch: false },
        firstComment: true,
      },
    ],
    comments: {},
    refreshes: 'renewed',
    removes: 'manual',
  },
  {
    platform: 'REDDIT',
    posts: [
      { kind: 'TEXT', metadata: { title: 'Bread' }, firstComment: true },
      { kind: 'IMAGE', metadata: { title: 'Bread in a picture' } },
      { kind: 'VIDEO', metadata: { title: 'Bread in a film' } },
      { kind: 'CAROUSEL', metadata: { title: 'Bread in two pictures' } },
    ],
    comments: { commentId: (world) => `t1_${Number(world.nextNumber()).toString(36)}` },
    postFigures: { likes: 5, comments: 3, shares: 4 },
    accountFigures: { followers: 12, karma: 70 },
    refreshes: 'renewed',
    removes: 'all',
  },
  {
    platform: 'SNAPCHAT',
    posts: [{ kind: 'VIDEO' }, { kind: 'IMAGE', isWordless: true }, { kind: 'STORY', isWordless: true }],
    postFigures: { impressions: 90, reach: 70, shares: 4, likes: 5 },
    accountFigures: { followers: 12 },
    refreshes: 'renewed',
    removes: 'partly',
  },
];
