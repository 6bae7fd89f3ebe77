import { z } from 'zod';
import { jsonBody, jsonReply, objectOf } from '../body.ts';
import { givenMedia } from '../meta/given-media.ts';
import type { Route, SandboxCall } from '../platform.ts';
import type { JsonObject, SandboxAccount, SandboxMedia, SandboxObject } from '../store.ts';
import { isLocationOf, newNumber } from './accounts.ts';
import { invalid, notFound, permissionDenied } from './answers.ts';
import { asUser } from './session.ts';

const host = 'mybusiness.googleapis.com';
const maxSummaryLength = 1500;
const processingMs = 1000;
const maxPhotoBytes = 5 * 1024 * 1024;

const photoTypes = ['image/jpeg', 'image/png'];

const DateOf = z.strictObject({ year: z.number().int(), month: z.number().int(), day: z.number().int() });
const TimeOf = z.strictObject({
  hours: z.number().int(),
  minutes: z.number().int(),
  seconds: z.number().int().optional(),
  nanos: z.number().int().optional(),
});
/** My Business API v4: the writable part of LocalPost. Unknown fields are refused. */
const Given = z.strictObject({
  languageCode: z.string().optional(),
  summary: z.string().optional(),
  topicType: z.enum(['STANDARD', 'EVENT', 'OFFER', 'ALERT']),
  alertType: z.enum(['COVID_19']).optional(),
  callToAction: z
    .strictObject({
      actionType: z.enum(['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'CALL']),
      url: z.string().optional(),
    })
    .optional(),
  event: z
    .strictObject({
      title: z.string().min(1),
      schedule: z.strictObject({ startDate: DateOf, startTime: TimeOf, endDate: DateOf, endTime: TimeOf }),
    })
    .optional(),
  offer: z
    .strictObject({
      couponCode: z.string().max(58).optional(),
      redeemOnlineUrl: z.string().optional(),
      termsConditions: z.string().max(5000).optional(),
    })
    .optional(),
  media: z.array(z.strictObject({ mediaFormat: z.enum(['PHOTO', 'VIDEO']), sourceUrl: z.string() })).optional(),
});
type Given = z.infer<typeof Given>;

const locationIn = async ({ world, params }: SandboxCall, account: SandboxAccount): Promise<string | undefined> => {
  const path = `accounts/${params['account'] ?? ''}/locations/${params['location'] ?? ''}`;
  return (await isLocationOf(world, account, path)) ? path : undefined;
};

const problemOf = (post: Given): Response | undefined => {
  const { summary = '', topicType, alertType, callToAction, event, offer, media = [] } = post;
  if (summary.length > maxSummaryLength)
    return invalid('summary', 'The summary is too long: it may have at most 1500 characters.', 1002);
  if (summary.trim() === '' && media.length === 0 && !event && !offer)
    return invalid('summary', 'A post needs a summary.', 1003);
  if ((topicType === 'EVENT' || topicType === 'OFFER') && !event)
    return invalid('event', 'An event with a title and a schedule is required.', 1004);
  if (offer && topicType !== 'OFFER')
    return invalid('offer', 'Only posts of the topic type OFFER have an offer.', 1005);
  if (callToAction && (callToAction.actionType === 'CALL') !== (callToAction.url === undefined))
    return invalid('call_to_action.url', 'Every action but CALL needs a URL.', 1006);
  if ((topicType === 'ALERT') !== (alertType !== undefined))
    return invalid('alert_type', 'Posts of the topic type ALERT, and only those, have an alert type.', 1008);
  if (media.some(({ mediaFormat }) => mediaFormat === 'VIDEO'))
    return invalid('media', 'Video uploaded from post is not currently supported.', 1009);
  if (media.length > 1) return invalid('media', 'A post has at most one photo.', 1007);
  return undefined;
};

const mediaOf = async (
  { world }: SandboxCall,
  media: Given['media'] = [],
): Promise<readonly SandboxMedia[] | Response> => {
  const found: SandboxMedia[] = [];
  for (const [index, { sourceUrl }] of media.entries()) {
    const file = await givenMedia(world, sourceUrl, 'image/jpeg');
    const fits = typeof file !== 'string' && photoTypes.includes(file.type);
    if (!fits || (file.bytes ?? 0) > maxPhotoBytes)
      return invalid(`media[${index}].source_url`, 'The media could not be fetched or is not acceptable.', 1001);
    found.push({ type: file.type, url: file.url });
  }
  return found;
};

const shown = ({ world }: SandboxCall, object: SandboxObject): JsonObject => {
  const { request, nativeId, createdAt, data } = object;
  const ready = Date.parse(createdAt) + processingMs <= world.now().getTime();
  return {
    ...objectOf(request),
    name: nativeId,
    languageCode: data['languageCode'] ?? 'en',
    state: ready ? 'LIVE' : 'PROCESSING',
    createTime: createdAt,
    updateTime: createdAt,
    searchUrl: `https://local.google.com/place?id=${String(data['location']).split('/').at(-1) ?? ''}&use=posts&lpsid=${nativeId.split('/').at(-1) ?? ''}`,
  };
};

const create = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'publish', async (account) => {
    const { world, request } = call;
    const location = await locationIn(call, account);
    if (location === undefined) return permissionDenied();
    const body = await jsonBody(request).catch(() => undefined);
    const parsed = Given.safeParse(body);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      return invalid(issue?.path.join('.') || 'local_post', issue?.message ?? 'invalid');
    }
    const problem = problemOf(parsed.data);
    if (problem) return problem;
    const media = await mediaOf(call, parsed.data.media);
    if (media instanceof Response) return media;
    const object: SandboxObject = {
      platform: 'GOOGLE_BUSINESS',
      nativeId: `${location}/localPosts/${await newNumber(world)}`,
      accountNativeId: account.nativeId,
      kind: 'post',
      direction: 'made',
      parentNativeId: null,
      text: parsed.data.summary ?? '',
      media,
      request: body ?? null,
      createdAt: world.now().toISOString(),
      deletedAt: null,
      data: { location, languageCode: parsed.data.languageCode ?? 'en' },
    };
    await world.store.insertObject(object);
    return jsonReply(200, shown(call, object));
  });

const postIn = async (call: SandboxCall, account: SandboxAccount): Promise<SandboxObject | undefined> => {
  const { account: owner = '', location = '', post = '' } = call.params;
  const name = `accounts/${owner}/locations/${location}/localPosts/${post}`;
  const object = await call.world.store.object('GOOGLE_BUSINESS', name);
  return object?.accountNativeId === account.nativeId && object.deletedAt === null ? object : undefined;
};

const show = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'list', async (account) => {
    const object = await postIn(call, account);
    return object ? jsonReply(200, shown(call, object)) : notFound();
  });

const remove = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'delete', async (account) => {
    const object = await postIn(call, account);
    if (!object) return notFound();
    const deletedAt = call.world.now().toISOString();
    await call.world.store.changeObject('GOOGLE_BUSINESS', object.nativeId, { deletedAt });
    return jsonReply(200, {});
  });

const list = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'list', async (account) => {
    const location = await locationIn(call, account);
    if (location === undefined) return permissionDenied();
    const query = call.url.searchParams;
    const size = Number(query.get('pageSize') ?? 20);
    if (!Number.isInteger(size) || size < 1 || size > 100) return invalid('page_size', 'between 1 and 100');
    const pageToken = query.get('pageToken');
    const found = await call.world.store.objects({
      platform: 'GOOGLE_BUSINESS',
      accountNativeId: account.nativeId,
      direction: 'made',
      kinds: ['post'],
      limit: size,
      ...(pageToken !== null && { beforeNativeId: pageToken }),
    });
    const posts = found.filter(({ data }) => data['location'] === location).map((object) => shown(call, object));
    const next = found.length === size ? found.at(-1)?.nativeId : undefined;
    return jsonReply(200, {
      ...(posts.length > 0 && { localPosts: posts }),
      ...(next !== undefined && { nextPageToken: next }),
    });
  });

const base = '/v4/accounts/:account/locations/:location/localPosts';
export const postRoutes: readonly Route[] = [
  { method: 'POST', host, path: base, run: create },
  { method: 'GET', host, path: base, run: list },
  { method: 'GET', host, path: `${base}/:post`, run: show },
  { method: 'DELETE', host, path: `${base}/:post`, run: remove },
];
