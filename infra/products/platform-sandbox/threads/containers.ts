import { z } from 'zod';
import { jsonReply } from '../body.ts';
import type { ActFaults } from '../faults.ts';
import type { Route, SandboxCall } from '../platform.ts';
import type { SandboxMedia } from '../store.ts';
import { countMade, madeToday } from '../meta/made-today.ts';
import { containerOf, saveContainer, startContainer, statusOf } from '../meta/containers.ts';
import { givenMedia } from '../meta/given-media.ts';
import { badParameter, missingObject, Refusal } from '../meta/graph-errors.ts';
import { containerPrefix, metaId, shortcodeOf } from '../meta/ids.ts';
import { checked, flag, id, listOf, requestOf, textOf } from '../meta/parameters.ts';
import { asHolder, type MetaSession } from '../meta/session.ts';
import { graphHost, threads, unreachableMedia } from './accounts.ts';

const maxTextLength = 500;

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Threads docs, "Posts": emoji count as their UTF-8 bytes. */
const lengthOf = (text: string): number => {
  let length = 0;
  for (const { segment } of characters.segment(text))
    length += /\p{Emoji_Presentation}|\uFE0F/u.test(segment) ? Buffer.byteLength(segment) : segment.length;
  return length;
};
const postsADay = 250;
const repliesADay = 1000;

const Create = z.strictObject({
  media_type: z.enum(['TEXT', 'IMAGE', 'VIDEO', 'CAROUSEL']),
  text: z.string().optional(),
  image_url: z.string().optional(),
  video_url: z.string().optional(),
  alt_text: z.string().max(1000).optional(),
  is_carousel_item: flag.optional(),
  children: listOf(id).optional(),
  reply_to_id: id.optional(),
  reply_control: z
    .enum(['everyone', 'accounts_you_follow', 'mentioned_only', 'parent_post_author_only', 'followers_only'])
    .optional(),
  link_attachment: z.url({ protocol: /^https?$/ }).optional(),
  topic_tag: z.string().min(1).max(50).optional(),
  quote_post_id: id.optional(),
});
type Create = z.output<typeof Create>;

export const ownId = ({ account, call }: MetaSession): void => {
  const given = call.params['user'] ?? '';
  if (given !== 'me' && given !== account.nativeId) throw new Refusal(missingObject(call.request.method, given));
};

const fetched = async (session: MetaSession, { image_url: image, video_url: video }: Create): Promise<SandboxMedia> => {
  const given = await givenMedia(session.call.world, image ?? video ?? '', image ? 'image/jpeg' : 'video/mp4');
  if (typeof given === 'string') throw new Refusal(unreachableMedia);
  const types = image ? ['image/jpeg', 'image/png'] : ['video/mp4', 'video/quicktime'];
  if (!types.includes(given.type)) throw new Refusal(unreachableMedia);
  return { type: given.type, url: given.url };
};

const mediaOf = async (session: MetaSession, wanted: Create): Promise<readonly SandboxMedia[]> => {
  const { media_type: type, image_url: image, video_url: video, children = [], is_carousel_item: child } = wanted;
  const needed = { TEXT: [false, false], IMAGE: [true, false], VIDEO: [false, true], CAROUSEL: [false, false] }[type];
  if ((image !== undefined) !== needed[0] || (video !== undefined) !== needed[1])
    throw new Refusal(badParameter(`The media of a ${type} container do not fit`));
  if (type !== 'CAROUSEL') {
    if (children.length > 0) throw new Refusal(badParameter('Param children fits a CAROUSEL only'));
    return type === 'TEXT' ? [] : [await fetched(session, wanted)];
  }
  if (children.length < 2 || children.length > 20 || child)
    throw new Refusal(badParameter('A carousel needs at least 2 and at most 20 children'));
  const parts = await Promise.all(children.map((part) => containerOf(session, part)));
  if (parts.some((part) => !part.child || part.published)) throw new Refusal(badParameter('A child cannot be used'));
  if (parts.some((part) => statusOf(session.call.world, part) !== 'FINISHED'))
    throw new Refusal({ code: 9007, subcode: 2207027, message: 'A child is not ready.' });
  return parts.flatMap((part) => part.media);
};

const checkWords = ({ media_type: type, text = '', link_attachment: link, is_carousel_item: child }: Create): void => {
  if (lengthOf(text) > maxTextLength)
    throw new Refusal(badParameter(`Param text must be at most ${maxTextLength} characters long.`));
  if ((text.match(/https?:\/\/\S+/g) ?? []).length > 5)
    throw new Refusal(badParameter('Too many links', { subcode: 2207083 }));
  if (type === 'TEXT' && text === '') throw new Refusal(badParameter('The parameter text is required.'));
  if (link !== undefined && type !== 'TEXT')
    throw new Refusal(badParameter('Param link_attachment fits a TEXT post only'));
  if (child && (type === 'TEXT' || text !== '')) throw new Refusal(badParameter('A child is media without text'));
};

const create = async (session: MetaSession, { containerFails }: ActFaults): Promise<Response> => {
  const { call, parameters } = session;
  ownId(session);
  const wanted = checked(Create, parameters);
  checkWords(wanted);
  const media = await mediaOf(session, wanted);
  const { reply_to_id: parent = null } = wanted;
  if (parent !== null) {
    const target = await call.world.store.object('THREADS', parent);
    if (!target || target.deletedAt !== null) throw new Refusal(badParameter('The post replied to does not exist'));
  }
  const nativeId = await metaId(call.world, containerPrefix);
  await startContainer(session, {
    id: nativeId,
    type: wanted.media_type,
    text: wanted.text ?? '',
    media,
    child: wanted.is_carousel_item ?? false,
    parent,
    request: requestOf(parameters),
    fails: containerFails,
  });
  return jsonReply(200, { id: nativeId });
};

/**
 * Answering others is commenting. A reply to one's own post may be either: the faults of both
 * apply.
 */
const containers = (call: SandboxCall): Promise<Response> =>
  asHolder(
    call,
    threads,
    async ({ parameters }) => ({
      operations: [
        ...(parameters['media_type'] === 'TEXT' ? [] : (['upload'] as const)),
        { operation: 'publish', kinds: ['container_failed', 'media_rejected'] },
      ],
      scope: parameters['reply_to_id'] === undefined ? ['threads_content_publish'] : ['threads_manage_replies'],
    }),
    create,
  );

const Publish = z.strictObject({ creation_id: id });

const publish = async (session: MetaSession): Promise<Response> => {
  const { call, account, parameters } = session;
  const { world } = call;
  ownId(session);
  const container = await containerOf(session, checked(Publish, parameters).creation_id);
  const status = statusOf(world, container);
  if (status === 'PUBLISHED' || status === 'EXPIRED' || container.child)
    throw new Refusal({ code: 24, subcode: 2207006, message: 'The requested resource does not exist' });
  if (status !== 'FINISHED') throw new Refusal({ code: 9007, subcode: 2207027, message: 'The media is not ready' });
  const kind = container.parent === null ? 'post' : 'reply';
  const most = kind === 'post' ? postsADay : repliesADay;
  if ((await madeToday(session, kind)) >= most)
    throw new Refusal({ code: 9, subcode: 2207042, message: 'Application request limit reached for today' });
  const parent = container.parent === null ? undefined : await world.store.object('THREADS', container.parent);
  const nativeId = await metaId(world, '1803');
  const { object, inserted } = await world.store.insertObject(
    {
      platform: 'THREADS',
      nativeId,
      accountNativeId: account.nativeId,
      kind,
      direction: 'made',
      parentNativeId: container.parent,
      text: container.text,
      media: container.media,
      request: container.request,
      createdAt: world.now().toISOString(),
      deletedAt: null,
      data: {
        container: container.id,
        type: container.type,
        shortcode: shortcodeOf(nativeId),
        post: parent ? String(parent.data['post'] ?? parent.nativeId) : nativeId,
      },
    },
    { key: `container ${container.id}` },
  );
  await saveContainer(world, 'THREADS', { ...container, published: true });
  if (inserted) await countMade(session, kind);
  return jsonReply(200, { id: object.nativeId });
};

const publishing = (call: SandboxCall): Promise<Response> =>
  asHolder(
    call,
    threads,
    async (session) => {
      const given = textOf(session.parameters['creation_id']);
      const record = given === undefined ? undefined : await call.world.store.record('THREADS', 'container', given);
      const parentId = record?.['parent'];
      const parent = typeof parentId === 'string' ? await call.world.store.object('THREADS', parentId) : undefined;
      const operations = !parent
        ? (['publish'] as const)
        : parent.direction === 'received'
          ? (['comment'] as const)
          : (['comment', 'publish'] as const);
      return { operations, scope: ['threads_content_publish'] };
    },
    publish,
  );

const limits = (call: SandboxCall): Promise<Response> =>
  asHolder(call, threads, { scope: ['threads_content_publish'] }, async (session) => {
    ownId(session);
    const all = {
      quota_usage: await madeToday(session, 'post'),
      config: { quota_total: postsADay, quota_duration: 86_400 },
      reply_quota_usage: await madeToday(session, 'reply'),
      reply_config: { quota_total: repliesADay, quota_duration: 86_400 },
    };
    const asked = (textOf(session.parameters['fields']) ?? 'quota_usage').split(',');
    return jsonReply(200, { data: [Object.fromEntries(Object.entries(all).filter(([name]) => asked.includes(name)))] });
  });

export const containerRoutes: readonly Route[] = [
  { method: 'POST', host: graphHost, path: '/:version/:user/threads', run: containers },
  { method: 'POST', host: graphHost, path: '/:version/:user/threads_publish', run: publishing },
  { method: 'GET', host: graphHost, path: '/:version/:user/threads_publishing_limit', run: limits },
];
