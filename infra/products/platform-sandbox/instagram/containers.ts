import { z } from 'zod';
import { jsonReply } from '../body.ts';
import type { ActFaults } from '../faults.ts';
import type { Route, SandboxCall } from '../platform.ts';
import { arrived, sniffed } from '../received.ts';
import type { SandboxMedia } from '../store.ts';
import { countMade, madeToday } from '../meta/made-today.ts';
import { containerOf, fillContainer, saveContainer, startContainer, statusOf } from '../meta/containers.ts';
import { givenMedia } from '../meta/given-media.ts';
import { badParameter, missingObject, Refusal, type GraphFailure } from '../meta/graph-errors.ts';
import { containerPrefix, metaId, shortcodeOf } from '../meta/ids.ts';
import { checked, count, flag, id, listOf, requestOf, structured, textOf } from '../meta/parameters.ts';
import type { MetaSession } from '../meta/session.ts';
import { asInstagram, badImage, facebookHost, instagram, scopes } from './accounts.ts';

const megabyte = 1024 * 1024;
const maxCaptionLength = 2200;
const postsADay = 100;

const Create = z.strictObject({
  image_url: z.string().optional(),
  video_url: z.string().optional(),
  media_type: z.enum(['VIDEO', 'REELS', 'CAROUSEL', 'STORIES', 'IMAGE']).optional(),
  upload_type: z.literal('resumable').optional(),
  caption: z.string().optional(),
  alt_text: z.string().max(1000).optional(),
  is_carousel_item: flag.optional(),
  children: listOf(id).optional(),
  cover_url: z.string().optional(),
  thumb_offset: count.optional(),
  share_to_feed: flag.optional(),
  location_id: z.string().optional(),
  collaborators: listOf(z.string()).optional(),
  user_tags: structured(z.array(z.looseObject({ username: z.string() }))).optional(),
});
type Create = z.output<typeof Create>;

const failure = (code: number, subcode: number, message: string): Refusal => new Refusal({ code, subcode, message });
const unreachable: GraphFailure = {
  code: 9004,
  subcode: 2207052,
  message: 'Only photo or video can be accepted as media type.',
  words: 'The media could not be fetched from this URI. Please check that it is public.',
};

/** The account's own id, or `me` for the direct login. */
export const ownId = ({ account, call }: MetaSession, given = ''): string => {
  const isMe = given === 'me' && call.url.host !== facebookHost;
  if (given !== account.nativeId && !isMe) throw new Refusal(missingObject(call.request.method, given));
  return account.nativeId;
};

const image = async (session: MetaSession, url: string): Promise<SandboxMedia> => {
  const given = await givenMedia(session.call.world, url, 'image/jpeg');
  if (typeof given === 'string') throw new Refusal(unreachable);
  if (given.type !== 'image/jpeg') throw new Refusal(badImage);
  if ((given.bytes ?? 0) > 8 * megabyte) throw failure(36000, 2207004, 'The image size is too large.');
  return { type: given.type, url };
};

const video = async (session: MetaSession, url: string): Promise<SandboxMedia> => {
  const given = await givenMedia(session.call.world, url, 'video/mp4');
  if (typeof given === 'string') throw new Refusal(unreachable);
  if (!['video/mp4', 'video/quicktime'].includes(given.type))
    throw failure(352, 2207026, 'The video format is not supported.');
  return { type: given.type, url };
};

const checkCaption = (caption: string): void => {
  if (caption.length > maxCaptionLength)
    throw failure(100, 2207010, `The caption was too long. It can have at most ${maxCaptionLength} characters.`);
  if ((caption.match(/#[\p{L}\p{N}_]+/gu) ?? []).length > 30)
    throw failure(100, 2207040, 'Cannot use more than 30 tags.');
};

/** The kind of the requested container, or Instagram's error for a mixture. */
const kindOf = (
  wanted: Create,
  { direct }: Readonly<{ direct: boolean }>,
): 'IMAGE' | 'VIDEO' | 'REELS' | 'CAROUSEL' => {
  const { media_type: type, image_url: picture, video_url: film, upload_type: resumable, children } = wanted;
  if (type === 'CAROUSEL') {
    if (!children || children.length < 2 || children.length > 10 || picture !== undefined || film !== undefined)
      throw failure(
        100,
        2207028,
        'Your post won’t work as a carousel. Carousels need at least 2 and at most 10 items.',
      );
    if (wanted.is_carousel_item) throw failure(100, 2207028, 'A carousel cannot be an item of a carousel.');
    return 'CAROUSEL';
  }
  if (type === 'STORIES') throw new Refusal(badParameter('The sandbox publishes no stories'));
  const isFilm = film !== undefined || resumable !== undefined;
  if (isFilm === (picture !== undefined)) throw new Refusal(badParameter('The parameter image_url is required.'));
  if (!isFilm) {
    if (type !== undefined && type !== 'IMAGE') throw failure(100, 2207023, `Unknown media type ${type}`);
    return 'IMAGE';
  }
  if (resumable !== undefined && direct) throw new Refusal(badParameter('upload_type is not supported by this login'));
  const expected = wanted.is_carousel_item ? 'VIDEO' : 'REELS';
  if (type !== expected)
    throw failure(100, 2207023, `The media type ${type ?? 'without a name'} is unknown: single videos are REELS`);
  return expected;
};

const create = async (session: MetaSession, { containerFails }: ActFaults): Promise<Response> => {
  const { call, parameters } = session;
  ownId(session, call.params['ig']);
  const wanted = checked(Create, parameters);
  const direct = call.url.host !== facebookHost;
  const type = kindOf(wanted, { direct });
  const { caption = '', children = [], is_carousel_item: child = false } = wanted;
  checkCaption(caption);
  const parts = await Promise.all(children.map((part) => containerOf(session, part)));
  if (parts.some((part) => !part.child || part.published || part.media.length === 0))
    throw failure(100, 2207028, 'An item of the carousel cannot be used.');
  if (parts.some((part) => statusOf(call.world, part) !== 'FINISHED'))
    throw failure(9007, 2207027, 'An item of the carousel is not ready.');
  const media: SandboxMedia[] = parts.flatMap((part) => part.media);
  if (wanted.image_url !== undefined) media.push(await image(session, wanted.image_url));
  if (wanted.video_url !== undefined) media.push(await video(session, wanted.video_url));
  const nativeId = await metaId(call.world, containerPrefix);
  await startContainer(session, {
    id: nativeId,
    type,
    text: caption,
    media,
    child,
    parent: null,
    request: requestOf(parameters),
    fails: containerFails || parts.some((part) => part.fails),
    awaitsBytes: wanted.upload_type !== undefined,
  });
  if (wanted.upload_type === undefined) return jsonReply(200, { id: nativeId });
  const address = `rupload.facebook.com/ig-api-upload/${call.params['version']}/${nativeId}`;
  return jsonReply(200, { id: nativeId, uri: `${call.world.origin}/sandbox/instagram/${address}` });
};

/**
 * Bytes are uploaded here, or their address is given: a fault of the upload appears here, as does
 * one of the container.
 */
const containers = (call: SandboxCall): Promise<Response> =>
  asInstagram(
    call,
    {
      operations: ['upload', { operation: 'publish', kinds: ['container_failed', 'media_rejected'] }],
      scope: scopes.publish,
    },
    create,
  );

const rupload = (call: SandboxCall): Promise<Response> =>
  asInstagram(call, { operations: ['upload'], scope: scopes.publish }, async (session) => {
    const container = await containerOf(session, call.params['container'] ?? '');
    const offset = Number(call.request.headers.get('offset') ?? NaN);
    const size = Number(call.request.headers.get('file_size') ?? NaN);
    const { bytes, head } = await arrived(call.request.body);
    const type = offset === 0 ? (sniffed(head) ?? '') : container.format;
    const expired = statusOf(call.world, container) === 'EXPIRED';
    if (offset !== container.received || offset + bytes > size || container.readyAt !== null || expired)
      return jsonReply(400, {
        debug_info: { retriable: false, type: 'OffsetInvalidError', message: 'Request offset or size is wrong' },
      });
    if (!type.startsWith('video/'))
      return jsonReply(400, {
        debug_info: { retriable: false, type: 'ProcessingFailedError', message: 'Request processing failed' },
      });
    const grown = { ...container, received: offset + bytes, format: type };
    if (grown.received < size) await saveContainer(call.world, instagram.platform, grown);
    else await fillContainer(session, grown, type);
    return jsonReply(200, { success: true, message: 'Upload successful.' });
  });

const Publish = z.strictObject({ creation_id: id });

const publish = async (session: MetaSession): Promise<Response> => {
  const { call, account, parameters } = session;
  const { world } = call;
  ownId(session, call.params['ig']);
  const { creation_id: creation } = checked(Publish, parameters);
  const container = await containerOf(session, creation);
  const status = statusOf(world, container);
  if (status === 'EXPIRED') throw failure(-2, 2207020, 'The media you are trying to access has expired.');
  if (status === 'PUBLISHED' || container.child) throw failure(24, 2207006, 'The media with this id cannot be found.');
  if (status !== 'FINISHED')
    throw failure(9007, 2207027, 'The media is not ready for publishing, please wait a moment.');
  if ((await madeToday(session, 'post')) >= postsADay)
    throw failure(
      9,
      2207042,
      'You reached the maximum number of posts that is allowed to be published by Content Publishing API.',
    );
  const nativeId = await metaId(world, '1803');
  const { object, inserted } = await world.store.insertObject(
    {
      platform: 'INSTAGRAM',
      nativeId,
      accountNativeId: account.nativeId,
      kind: 'post',
      direction: 'made',
      parentNativeId: null,
      text: container.text,
      media: container.media,
      request: container.request,
      createdAt: world.now().toISOString(),
      deletedAt: null,
      data: { container: container.id, type: container.type, shortcode: shortcodeOf(nativeId) },
    },
    { key: `container ${container.id}` },
  );
  await saveContainer(world, instagram.platform, { ...container, published: true });
  if (inserted) await countMade(session, 'post');
  return jsonReply(200, { id: object.nativeId });
};

const limitEdge = (call: SandboxCall): Promise<Response> =>
  asInstagram(call, { scope: scopes.basic }, async (session) => {
    ownId(session, call.params['ig']);
    const usage = await madeToday(session, 'post');
    const asked = (textOf(session.parameters['fields']) ?? 'quota_usage').split(',');
    return jsonReply(200, {
      data: [
        {
          ...(asked.includes('quota_usage') && { quota_usage: usage }),
          ...(asked.includes('config') && { config: { quota_total: postsADay, quota_duration: 86_400 } }),
        },
      ],
    });
  });

export const containerRoutes: readonly Route[] = [
  { method: 'POST', path: '/:version/:ig/media', run: containers },
  { method: 'POST', host: 'rupload.facebook.com', path: '/ig-api-upload/:version/:container', run: rupload },
  {
    method: 'POST',
    path: '/:version/:ig/media_publish',
    run: (call) => asInstagram(call, { operations: ['publish'], scope: scopes.publish }, publish),
  },
  { method: 'GET', path: '/:version/:ig/content_publishing_limit', run: limitEdge },
];
