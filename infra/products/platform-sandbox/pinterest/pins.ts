import { z } from 'zod';
import { jsonBody, jsonReply } from '../body.ts';
import { givenMedia } from '../meta/given-media.ts';
import type { Route, SandboxCall } from '../platform.ts';
import type { JsonObject, SandboxAccount, SandboxMedia, SandboxObject } from '../store.ts';
import { boardsOf, newId } from './accounts.ts';
import { badImage, failure, invalid, noBoard, noPin } from './answers.ts';
import { statusOf, uploadOf } from './media.ts';
import { asUser } from './session.ts';

const url = z.string().max(2048);
/** Pinterest API v5: PinCreate. Unknown fields are refused. */
const PinCreate = z.strictObject({
  board_id: z.string().regex(/^\d+$/),
  board_section_id: z.string().regex(/^\d+$/).optional(),
  title: z.string().max(100).optional(),
  description: z.string().max(800).optional(),
  link: url.optional(),
  alt_text: z.string().max(500).optional(),
  dominant_color: z.string().optional(),
  media_source: z.discriminatedUnion('source_type', [
    z.strictObject({ source_type: z.literal('image_url'), url }),
    z.strictObject({
      source_type: z.literal('multiple_image_urls'),
      items: z
        .array(
          z.strictObject({
            url,
            title: z.string().max(100).optional(),
            description: z.string().max(800).optional(),
            link: url.optional(),
          }),
        )
        .min(2)
        .max(5),
      index: z.number().int().min(0).optional(),
    }),
    z.strictObject({
      source_type: z.literal('video_id'),
      media_id: z.string().regex(/^\d+$/),
      cover_image_url: url.optional(),
      // In seconds. A video lasts fifteen minutes at most, so no frame comes after them.
      cover_image_key_frame_time: z.number().int().min(0).max(900).optional(),
    }),
  ]),
});
type Source = z.infer<typeof PinCreate>['media_source'];

const maxImageBytes = 32 * 1024 * 1024;

/** Pinterest's result for the given addresses, or its error. */
const mediaOf = async (
  { world }: SandboxCall,
  account: SandboxAccount,
  source: Source,
): Promise<readonly SandboxMedia[] | Response> => {
  if (source.source_type === 'video_id') {
    const upload = await uploadOf(world, source.media_id);
    if (!upload || upload.owner !== account.nativeId) return invalid('media_id was not found');
    if (statusOf(world, upload) !== 'succeeded') return invalid('the video is not processed');
    if (source.cover_image_url === undefined && source.cover_image_key_frame_time === undefined)
      return invalid('a cover image is required for a video');
    const type = upload.type ?? 'video/mp4';
    return [{ type, url: `https://v1.pinimg.com/videos/${upload.id}.mp4` }];
  }
  const urls = source.source_type === 'image_url' ? [source.url] : source.items.map((item) => item.url);
  const media: SandboxMedia[] = [];
  for (const each of urls) {
    const found = await givenMedia(world, each, 'image/jpeg');
    if (typeof found === 'string' || !found.type.startsWith('image/') || (found.bytes ?? 0) > maxImageBytes)
      return badImage();
    media.push({ type: found.type, url: found.url });
  }
  return media;
};

const shownPin = (account: SandboxAccount, object: SandboxObject): JsonObject => ({
  id: object.nativeId,
  // Times without a time zone.
  created_at: object.createdAt.slice(0, 19),
  board_id: object.data['boardId'] ?? null,
  board_section_id: object.data['boardSectionId'] ?? null,
  board_owner: { username: account.username },
  title: object.data['title'] ?? null,
  description: object.text === '' ? null : object.text,
  link: object.data['link'] ?? null,
  alt_text: object.data['altText'] ?? null,
  creative_type:
    object.media.length > 1 ? 'CAROUSEL' : object.media[0]?.type.startsWith('video/') ? 'VIDEO' : 'REGULAR',
  is_owner: true,
  media: { media_type: object.media.length > 1 ? 'multiple_images' : (object.media[0]?.type.split('/')[0] ?? 'image') },
});

const create = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'publish', ['boards:read', 'boards:write', 'pins:read', 'pins:write'], async (account) => {
    const { world, request } = call;
    const body = await jsonBody(request).catch(() => undefined);
    const parsed = PinCreate.safeParse(body);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      const field = issue?.path.join('.') || 'body';
      if (issue?.code === 'too_big' && issue.origin === 'string')
        return invalid(`${field} is too long, the maximum length is ${issue.maximum}`);
      return invalid(`${field}: ${issue?.message ?? 'invalid'}`);
    }
    const { board_id: boardId, board_section_id: section, title, description = '', link, alt_text: alt } = parsed.data;
    if (!boardsOf(account).some(({ id }) => id === boardId)) return noBoard();
    if (link !== undefined && !URL.canParse(link)) return invalid('link is not a valid URL');
    const media = await mediaOf(call, account, parsed.data.media_source);
    if (media instanceof Response) return media;
    const nativeId = await newId(world);
    const object: SandboxObject = {
      platform: 'PINTEREST',
      nativeId,
      accountNativeId: account.nativeId,
      kind: 'post',
      direction: 'made',
      parentNativeId: null,
      text: description,
      media,
      request: body ?? null,
      createdAt: world.now().toISOString(),
      deletedAt: null,
      data: {
        boardId,
        ...(section !== undefined && { boardSectionId: section }),
        ...(title !== undefined && { title }),
        ...(link !== undefined && { link }),
        ...(alt !== undefined && { altText: alt }),
      },
    };
    await world.store.insertObject(object);
    return jsonReply(201, shownPin(account, object));
  });

const pinOf = async ({ world, params }: SandboxCall, account: SandboxAccount): Promise<SandboxObject | undefined> => {
  const object = await world.store.object('PINTEREST', params['id'] ?? '');
  return object?.accountNativeId === account.nativeId && object.deletedAt === null ? object : undefined;
};

const show = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'list', ['boards:read', 'pins:read'], async (account) => {
    const pin = await pinOf(call, account);
    return pin ? jsonReply(200, shownPin(account, pin)) : noPin();
  });

const remove = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'delete', ['boards:read', 'boards:write', 'pins:read', 'pins:write'], async (account) => {
    const pin = await pinOf(call, account);
    if (!pin) return noPin();
    await call.world.store.changeObject('PINTEREST', pin.nativeId, { deletedAt: call.world.now().toISOString() });
    return new Response(null, { status: 204 });
  });

const pageSizeOf = (call: SandboxCall): number | undefined => {
  const asked = Number(call.url.searchParams.get('page_size') ?? 25);
  return Number.isInteger(asked) && asked >= 1 && asked <= 250 ? asked : undefined;
};

const onBoard = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'list', ['boards:read', 'pins:read'], async (account) => {
    const { world, params, url: address } = call;
    const size = pageSizeOf(call);
    if (size === undefined) return invalid('page_size should be between 1 and 250');
    if (!boardsOf(account).some(({ id }) => id === params['id'])) return noBoard();
    const bookmark = address.searchParams.get('bookmark');
    const pins = await world.store.objects({
      platform: 'PINTEREST',
      accountNativeId: account.nativeId,
      direction: 'made',
      kinds: ['post'],
      limit: size,
      ...(bookmark !== null && { beforeNativeId: bookmark }),
    });
    const items = pins.filter(({ data }) => data['boardId'] === params['id']).map((pin) => shownPin(account, pin));
    return jsonReply(200, { items, bookmark: pins.length === size ? (pins.at(-1)?.nativeId ?? null) : null });
  });

const boards = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'list', ['boards:read'], async (account) =>
    pageSizeOf(call) === undefined
      ? invalid('page_size should be between 1 and 250')
      : jsonReply(200, { items: boardsOf(account), bookmark: null }),
  );

const user = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'list', ['user_accounts:read'], async (account) => {
    const metrics = await call.world.store.metrics('PINTEREST', account.nativeId);
    return jsonReply(200, {
      id: account.nativeId,
      username: account.username,
      account_type: 'BUSINESS',
      business_name: account.displayName,
      profile_image: `https://i.pinimg.com/280x280_RS/${account.nativeId}.jpg`,
      follower_count: metrics['followers'] ?? 0,
      pin_count: metrics['posts'] ?? 0,
    });
  });

const asked: Readonly<Record<string, string>> = {
  IMPRESSION: 'impressions',
  PIN_CLICK: 'clicks',
  OUTBOUND_CLICK: 'outboundClicks',
  SAVE: 'saves',
  TOTAL_COMMENTS: 'comments',
  TOTAL_REACTIONS: 'likes',
};
/** Pinterest API v5, example of pin analytics: only totals since the pin's creation are in `lifetime_metrics`. */
const isLifetime = (type: string): boolean => type.startsWith('TOTAL_');
const day = /^\d{4}-\d{2}-\d{2}$/;

const analytics = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'list', ['boards:read', 'pins:read'], async (account) => {
    const query = call.url.searchParams;
    const pin = await pinOf(call, account);
    if (!pin) return noPin();
    const [start = '', end = ''] = [query.get('start_date') ?? '', query.get('end_date') ?? ''];
    if (!day.test(start) || !day.test(end) || start > end) return invalid('start_date and end_date are required');
    if (call.world.now().getTime() - Date.parse(start) > 91 * 86_400_000)
      return failure(400, 1, 'start_date is more than 90 days back');
    const types = (query.get('metric_types') ?? '').split(',');
    if (!types.every((type) => type in asked)) return invalid('metric_types are not known');
    const metrics = await call.world.store.metrics('PINTEREST', pin.nativeId);
    const figures = types.map((type): [string, number] => [type, metrics[type] ?? metrics[asked[type] ?? ''] ?? 0]);
    return jsonReply(200, {
      all: {
        lifetime_metrics: Object.fromEntries(figures.filter(([type]) => isLifetime(type))),
        daily_metrics: [],
        summary_metrics: Object.fromEntries(figures.filter(([type]) => !isLifetime(type))),
      },
    });
  });

export const pinRoutes: readonly Route[] = [
  { method: 'POST', path: '/v5/pins', run: create },
  { method: 'GET', path: '/v5/pins/:id', run: show },
  { method: 'DELETE', path: '/v5/pins/:id', run: remove },
  { method: 'GET', path: '/v5/pins/:id/analytics', run: analytics },
  { method: 'GET', path: '/v5/boards', run: boards },
  { method: 'GET', path: '/v5/boards/:id/pins', run: onBoard },
  { method: 'GET', path: '/v5/user_account', run: user },
];
