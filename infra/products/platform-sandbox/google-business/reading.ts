import { z } from 'zod';
import { jsonBody, jsonReply } from '../body.ts';
import type { Route, SandboxCall } from '../platform.ts';
import type { JsonObject, SandboxAccount, SandboxObject } from '../store.ts';
import { locationNamed, locationsOf } from './accounts.ts';
import { invalid, notFound, permissionDenied } from './answers.ts';
import { asUser } from './session.ts';

const business = 'mybusiness.googleapis.com';

const accountsOf = async (call: SandboxCall, account: SandboxAccount): Promise<readonly string[]> => [
  ...new Set((await locationsOf(call.world, account)).map(({ path }) => path.split('/').slice(0, 2).join('/'))),
];

const accounts = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'list', async (account) =>
    jsonReply(200, {
      accounts: (await accountsOf(call, account)).map((name) => ({
        name,
        accountName: account.displayName,
        type: 'PERSONAL',
        role: 'PRIMARY_OWNER',
        verificationState: 'VERIFIED',
      })),
    }),
  );

const locations = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'list', async (account) => {
    const owner = `accounts/${call.params['account'] ?? ''}`;
    if (!call.url.searchParams.get('readMask')) return invalid('read_mask', 'The read mask is required.');
    if (!(await accountsOf(call, account)).includes(owner)) return permissionDenied();
    const found = (await locationsOf(call.world, account)).filter(({ path }) => path.startsWith(`${owner}/`));
    const shown = found.map(({ path, title }) => ({ name: path.slice(owner.length + 1), title }));
    return jsonReply(200, { locations: shown, totalSize: shown.length });
  });

const stars = ['STAR_RATING_UNSPECIFIED', 'ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'];

const shownReview = (object: SandboxObject): JsonObject => {
  const { data, nativeId, createdAt, text } = object;
  return {
    name: nativeId,
    reviewId: nativeId.split('/').at(-1) ?? '',
    reviewer: { displayName: String(data['authorUsername'] ?? ''), isAnonymous: false },
    starRating: stars[Number(data['rating'])] ?? 'STAR_RATING_UNSPECIFIED',
    ...(text !== '' && { comment: text }),
    createTime: createdAt,
    updateTime: createdAt,
    ...(typeof data['reply'] === 'string' && { reviewReply: { comment: data['reply'], updateTime: createdAt } }),
  };
};

const reviews = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'list', async (account) => {
    const { world, params, url } = call;
    const place = `accounts/${params['account'] ?? ''}/locations/${params['location'] ?? ''}`;
    if (!(await locationsOf(world, account)).some(({ path }) => path === place)) return permissionDenied();
    const size = Number(url.searchParams.get('pageSize') ?? 50);
    if (!Number.isInteger(size) || size < 1 || size > 50) return invalid('page_size', 'between 1 and 50');
    const pageToken = url.searchParams.get('pageToken');
    const found = await world.store.objects({
      platform: 'GOOGLE_BUSINESS',
      accountNativeId: account.nativeId,
      direction: 'received',
      kinds: ['review'],
      limit: size,
      ...(pageToken !== null && { beforeNativeId: pageToken }),
    });
    const here = found.filter(({ data }) => locationNamed(account, data['locationPath']) === place);
    const next = found.length === size ? found.at(-1)?.nativeId : undefined;
    return jsonReply(200, {
      ...(here.length > 0 && { reviews: here.map(shownReview) }),
      totalReviewCount: here.length,
      ...(next !== undefined && { nextPageToken: next }),
    });
  });

const Reply = z.strictObject({ comment: z.string().min(1) });
const maxReplyBytes = 4096;

const reply = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'comment', async (account) => {
    const { world, params, request } = call;
    const { account: owner = '', location = '', review = '' } = params;
    const name = `accounts/${owner}/locations/${location}/reviews/${review}`;
    const object = await world.store.object('GOOGLE_BUSINESS', name);
    if (object?.kind !== 'review' || object.accountNativeId !== account.nativeId) return notFound();
    const body = Reply.safeParse(await jsonBody(request).catch(() => undefined)).data;
    if (!body) return invalid('comment', 'The reply needs a comment.');
    if (Buffer.byteLength(body.comment) > maxReplyBytes) return invalid('comment', 'The reply is too long.');
    const { comment } = body;
    const now = world.now().toISOString();
    await world.store.changeObject('GOOGLE_BUSINESS', name, { data: { ...object.data, reply: comment } });
    const answered = { platform: 'GOOGLE_BUSINESS', nativeId: `${name}/reply` } as const;
    const { inserted } = await world.store.insertObject(
      {
        ...answered,
        accountNativeId: account.nativeId,
        kind: 'reply',
        direction: 'made',
        parentNativeId: name,
        text: comment,
        media: [],
        request: body,
        createdAt: now,
        deletedAt: null,
        data: {},
      },
      { key: answered.nativeId },
    );
    // A review has one reply, which the next one replaces.
    if (!inserted)
      await world.store.changeObject('GOOGLE_BUSINESS', answered.nativeId, { text: comment, request: body });
    return jsonReply(200, { comment, updateTime: now });
  });

/** The metrics that a program set. Each is answered under the first metric of its sum. */
const named: Readonly<Record<string, string>> = {
  BUSINESS_IMPRESSIONS_DESKTOP_MAPS: 'impressions',
  WEBSITE_CLICKS: 'clicks',
  CALL_CLICKS: 'calls',
  BUSINESS_DIRECTION_REQUESTS: 'directionRequests',
};

const performance = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'list', async (account) => {
    const { world, params, url } = call;
    const [id = '', method] = (params['location'] ?? '').split(':');
    if (method !== 'fetchMultiDailyMetricsTimeSeries') return notFound();
    if (!(await locationsOf(world, account)).some(({ path }) => path.endsWith(`/locations/${id}`)))
      return permissionDenied();
    const asked = url.searchParams.getAll('dailyMetrics');
    const range = ['startDate', 'endDate'].flatMap((date) =>
      ['year', 'month', 'day'].map((part) => Number(url.searchParams.get(`dailyRange.${date}.${part}`))),
    );
    if (asked.length === 0 || range.some((part) => !Number.isInteger(part) || part < 1))
      return invalid('daily_range', 'dailyMetrics and dailyRange are required');
    const metrics = await world.store.metrics('GOOGLE_BUSINESS', account.nativeId);
    const [year = 0, month = 0, day = 0] = range.slice(3);
    const series = asked.map((metric) => {
      const value = metrics[metric] ?? metrics[named[metric] ?? ''] ?? 0;
      return {
        dailyMetric: metric,
        timeSeries: { datedValues: [{ date: { year, month, day }, ...(value > 0 && { value: String(value) }) }] },
      };
    });
    return jsonReply(200, { multiDailyMetricTimeSeries: [{ dailyMetricTimeSeries: series }] });
  });

const review = '/v4/accounts/:account/locations/:location/reviews';
export const readingRoutes: readonly Route[] = [
  { method: 'GET', host: 'mybusinessaccountmanagement.googleapis.com', path: '/v1/accounts', run: accounts },
  {
    method: 'GET',
    host: 'mybusinessbusinessinformation.googleapis.com',
    path: '/v1/accounts/:account/locations',
    run: locations,
  },
  { method: 'GET', host: business, path: review, run: reviews },
  { method: 'PUT', host: business, path: `${review}/:review/reply`, run: reply },
  {
    method: 'GET',
    host: 'businessprofileperformance.googleapis.com',
    path: '/v1/locations/:location',
    run: performance,
  },
];
