import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { jsonBody, jsonReply, objectOf } from '../body.ts';
import { newSecret } from '../grants.ts';
import type { Route, SandboxCall } from '../platform.ts';
import type { SandboxAccount, SandboxObject } from '../store.ts';
import { avatarOf } from './accounts.ts';
import { error, expired, invalid, notFound, ok, processing } from './answers.ts';
import { isExpired, isProcessing, mediaById, mediaOf } from './media.ts';
import { asProfile } from './session.ts';

const Story = z.strictObject({ media_id: z.string(), customized_ttl: z.string().optional() });
const Spotlight = z.strictObject({
  media_id: z.string(),
  description: z.string().max(160, 'description is too long').optional(),
  locale: z.string().regex(/^[a-z]{2}(_[A-Z]{2})?$/),
  skip_save_to_profile: z.boolean().optional(),
});
const SavedStories = z.strictObject({
  saved_stories: z
    .array(
      z.strictObject({
        title: z.string().min(1).max(45, 'title is too long'),
        snap_sources: z.array(z.strictObject({ media_id: z.string() })).length(1),
      }),
    )
    .length(1),
});

type Asked = Readonly<{ mediaId: string; text: string }>;
type Kind = Readonly<{
  name: 'STORY' | 'SPOTLIGHT' | 'SAVED_STORY';
  read(body: unknown): z.ZodSafeParseResult<Asked>;
  videoOnly: boolean;
}>;

const kinds = {
  stories: {
    name: 'STORY',
    read: (body) => Story.transform(({ media_id: mediaId }) => ({ mediaId, text: '' })).safeParse(body),
    videoOnly: false,
  },
  spotlights: {
    name: 'SPOTLIGHT',
    read: (body) =>
      Spotlight.transform(({ media_id: mediaId, description: text = '' }) => ({ mediaId, text })).safeParse(body),
    videoOnly: true,
  },
  saved_stories: {
    name: 'SAVED_STORY',
    read: (body) =>
      SavedStories.transform(({ saved_stories: [story] }) => ({
        mediaId: story?.snap_sources[0]?.media_id ?? '',
        text: story?.title ?? '',
      })).safeParse(body),
    videoOnly: false,
  },
} as const satisfies Record<string, Kind>;
type Edge = keyof typeof kinds;

const post = (edge: Edge) => async (call: SandboxCall) => {
  const { world, request } = call;
  const kind: Kind = kinds[edge];
  const json = objectOf(await jsonBody(request).catch(() => undefined));
  const body = kind.read(json);
  // A fault is meant for a post that Snap would take, so it waits until the media is processed.
  const tooEarly = async (): Promise<Response | undefined> => {
    const media = body.success ? await mediaById(world, body.data.mediaId) : undefined;
    return media && isProcessing(world, media) ? processing() : undefined;
  };
  const act = async (account: SandboxAccount): Promise<Response> => {
    if (!body.success) return invalid(`${body.error.issues[0]?.path.join('.')}: ${body.error.issues[0]?.message}`);
    const { mediaId, text } = body.data;
    const media = await mediaById(world, mediaId);
    if (!media || media.profile !== account.nativeId || !media.ready) return notFound('The media');
    if (isExpired(world, media)) return expired();
    if (kind.videoOnly && media.type !== 'VIDEO') return invalid('media: only a VIDEO can be posted to Spotlight');
    const requestId = randomUUID();
    const id = kind.name === 'SPOTLIGHT' ? `W7_${newSecret(36)}` : kind.name === 'STORY' ? requestId : randomUUID();
    const { inserted } = await world.store.insertObject(
      {
        platform: 'SNAPCHAT',
        nativeId: id,
        accountNativeId: account.nativeId,
        kind: 'post',
        direction: 'made',
        parentNativeId: null,
        text,
        media: [mediaOf(world, media)],
        request: json ?? null,
        createdAt: world.now().toISOString(),
        deletedAt: null,
        data: { placement: kind.name },
      },
      { key: `media ${mediaId} ${kind.name}` },
    );
    if (!inserted) return error(400, 'MEDIA_POSTING_ALREADY_IN_PROGRESS', 'The media is being posted already');
    return ok({
      request_id: requestId,
      ...(kind.name === 'SPOTLIGHT' && { spotlight_id: id }),
      ...(kind.name === 'SAVED_STORY' && {
        saved_stories: [{ sub_request_status: 'SUCCESS', saved_story: { id } }],
      }),
    });
  };
  return asProfile(call, 'publish', act, tooEarly);
};

const standing = async (call: SandboxCall, account: SandboxAccount, edge: Edge): Promise<SandboxObject | undefined> => {
  const object = await call.world.store.object('SNAPCHAT', call.params['id'] ?? '');
  const own = object?.accountNativeId === account.nativeId && object.deletedAt === null;
  return own && object.data['placement'] === kinds[edge].name ? object : undefined;
};

const show = (edge: Edge) => (call: SandboxCall) =>
  asProfile(call, 'list', async (account) => {
    const object = await standing(call, account, edge);
    return object ? ok({ asset: { id: object.nativeId, created_at: object.createdAt } }) : notFound('The asset');
  });

const remove = (edge: Edge) => (call: SandboxCall) =>
  asProfile(call, 'delete', async (account) => {
    const object = await standing(call, account, edge);
    if (!object) return notFound('The asset');
    await call.world.store.changeObject('SNAPCHAT', object.nativeId, { deletedAt: call.world.now().toISOString() });
    return ok();
  });

const stats = (edge: Edge) => (call: SandboxCall) =>
  asProfile(call, 'list', async (account) => {
    const object = await standing(call, account, edge);
    if (!object) return notFound('The asset');
    const metrics = await call.world.store.metrics('SNAPCHAT', object.nativeId);
    const stat = {
      id: object.nativeId,
      type: kinds[edge].name,
      granularity: 'LIFETIME',
      stats: {
        views: metrics['views'] ?? metrics['impressions'] ?? 0,
        viewers: metrics['viewers'] ?? metrics['reach'] ?? 0,
        shares: metrics['shares'] ?? metrics['reposts'] ?? 0,
        favorites: metrics['favorites'] ?? metrics['likes'] ?? 0,
      },
    };
    return ok({ lifetime_stats: [{ sub_request_status: 'SUCCESS', lifetime_stat: stat }] });
  });

const myProfile = (call: SandboxCall): Promise<Response> =>
  asProfile(call, 'list', async (account) => {
    const metrics = await call.world.store.metrics('SNAPCHAT', account.nativeId);
    return jsonReply(200, {
      request_status: 'SUCCESS',
      request_id: randomUUID(),
      public_profile: {
        id: account.nativeId,
        display_name: account.displayName,
        snap_user_name: account.username,
        profile_type: 'PUBLIC_PROFILE',
        profile_tier: 'TIER_PUBLIC',
        subscriber_count: metrics['subscriber_count'] ?? metrics['followers'] ?? 0,
        logo_urls: { original_logo_url: avatarOf(account) },
      },
    });
  });

const own = (edge: Edge): readonly Route[] => [
  { method: 'GET', path: `/v1/public_profiles/:profile/${edge}/:id`, run: show(edge) },
  { method: 'DELETE', path: `/v1/public_profiles/:profile/${edge}/:id`, run: remove(edge) },
  { method: 'GET', path: `/v1/public_profiles/:profile/${edge}/:id/stats`, run: stats(edge) },
];

export const assetRoutes: readonly Route[] = [
  { method: 'GET', path: '/v1/public_profiles/my_profile', run: myProfile },
  { method: 'POST', path: '/v1/public_profiles/:profile/stories', run: post('stories') },
  { method: 'POST', path: '/v1/public_profiles/:profile/spotlights', run: post('spotlights') },
  { method: 'POST', path: '/v1/public_profiles/:profile/saved_stories', run: post('saved_stories') },
  ...own('spotlights'),
  ...own('saved_stories'),
];
