import {
  address,
  having,
  list,
  oneOf,
  only,
  text,
  whole,
  type Contract,
  type Operation,
  type Schema,
} from '../engine/contract.ts';
import { consentBehaviours, consentOperations } from '../engine/consent.ts';
import { must, type LivePlatform } from '../engine/live-platform.ts';
import type { LiveObject, World } from '../engine/world.ts';
import { googleRefusal, googleRevoke, googleRules, revoked } from './google.ts';

const docs = 'https://developers.google.com/my-business/reference/rest/v4/accounts.locations';
const location = 'mybusiness.googleapis.com/v4/accounts/{account}/locations/{location}';
const rules = googleRules('GOOGLE_BUSINESS', [
  'openid',
  'email',
  'profile',
  'https://www.googleapis.com/auth/business.manage',
]);

/** The API of posts and reviews has no discovery document: its rules are those of its reference. */
const v4 = (
  method: Operation['method'],
  path: string,
  deed: Operation['deed'],
  reference: string,
  more: Partial<Operation>,
): Operation => ({
  method,
  at: `${location}${path}`,
  deed,
  authentication: 'bearer',
  origin: 'documentation',
  source: `${docs}.${reference}`,
  ...more,
});
const v1 = (at: string, deed: Operation['deed'], name: string, more: Partial<Operation>): Operation => ({
  method: 'GET',
  at,
  deed,
  authentication: 'bearer',
  source: `discovery ${name} v1`,
  ...more,
});

const date = only({
  year: whole(),
  month: whole({ minimum: 1, maximum: 12 }),
  day: whole({ minimum: 1, maximum: 31 }),
});
const time = only({ 'hours?': whole(), 'minutes?': whole(), 'seconds?': whole(), 'nanos?': whole() });
const localPost: Schema = only({
  'languageCode?': text(),
  'summary?': text({ maxLength: 1500 }),
  topicType: oneOf('STANDARD', 'EVENT', 'OFFER', 'ALERT'),
  'callToAction?': only({
    actionType: oneOf('BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'CALL'),
    'url?': text(),
  }),
  'event?': only({
    title: text(),
    schedule: only({ startDate: date, 'startTime?': time, endDate: date, 'endTime?': time }),
  }),
  'offer?': only({ 'couponCode?': text(), 'redeemOnlineUrl?': text(), 'termsConditions?': text() }),
  'media?': list(only({ mediaFormat: oneOf('PHOTO', 'VIDEO'), sourceUrl: address }), { maxItems: 10 }),
});
const day = whole({ minimum: 1, maximum: 31 });
const metric = oneOf(
  ...['BUSINESS_IMPRESSIONS_DESKTOP_MAPS', 'BUSINESS_IMPRESSIONS_DESKTOP_SEARCH', 'BUSINESS_IMPRESSIONS_MOBILE_MAPS'],
  ...['BUSINESS_IMPRESSIONS_MOBILE_SEARCH', 'BUSINESS_CONVERSATIONS', 'BUSINESS_DIRECTION_REQUESTS', 'CALL_CLICKS'],
  ...['WEBSITE_CLICKS', 'BUSINESS_BOOKINGS', 'BUSINESS_FOOD_ORDERS', 'BUSINESS_FOOD_MENU_CLICKS'],
);

const contract: Contract = {
  platform: 'GOOGLE_BUSINESS',
  origin: 'description',
  from: 'discovery mybusinessaccountmanagement v1, mybusinessbusinessinformation v1, businessprofileperformance v1 (Apache-2.0), facts only',
  operations: {
    ...consentOperations(rules),
    revoke: googleRevoke,
    userinfo: {
      method: 'GET',
      at: 'openidconnect.googleapis.com/v1/userinfo',
      deed: 'connect',
      authentication: 'bearer',
      source: 'https://developers.google.com/identity/openid-connect/openid-connect',
      origin: 'documentation',
      answer: having({ sub: text() }),
    },
    accounts: v1(
      'mybusinessaccountmanagement.googleapis.com/v1/accounts',
      ['connect', 'receive'],
      'mybusinessaccountmanagement',
      {
        query: only({
          'pageSize?': whole({ minimum: 1, maximum: 20 }),
          'pageToken?': text(),
          'filter?': text(),
          'parentAccount?': text(),
        }),
      },
    ),
    locations: v1(
      'mybusinessbusinessinformation.googleapis.com/v1/accounts/{account}/locations',
      'connect',
      'mybusinessbusinessinformation',
      {
        query: only({
          readMask: text({ pattern: '^[a-zA-Z.]+(,[a-zA-Z.]+)*$' }),
          'pageSize?': whole({ minimum: 1, maximum: 100 }),
          'pageToken?': text(),
          'filter?': text(),
          'orderBy?': text(),
        }),
      },
    ),
    performance: v1(
      'businessprofileperformance.googleapis.com/v1/locations/{location}:fetchMultiDailyMetricsTimeSeries',
      'insights',
      'businessprofileperformance',
      {
        query: only({
          dailyMetrics: list(metric, { minItems: 1 }),
          'dailyRange.startDate.year': whole(),
          'dailyRange.startDate.month': whole(),
          'dailyRange.startDate.day': day,
          'dailyRange.endDate.year': whole(),
          'dailyRange.endDate.month': whole(),
          'dailyRange.endDate.day': day,
        }),
      },
    ),
    create: v4('POST', '/localPosts', ['publish', 'upload'], 'localPosts/create', {
      body: { as: 'json', schema: localPost },
      answer: having({ name: text(), state: text() }),
    }),
    post: v4('GET', '/localPosts/{post}', 'publish', 'localPosts/get', {}),
    list: v4('GET', '/localPosts', 'publish', 'localPosts/list', {
      query: only({ 'pageSize?': whole({ maximum: 100 }), 'pageToken?': text() }),
    }),
    remove: v4('DELETE', '/localPosts/{post}', 'delete', 'localPosts/delete', {}),
    reviews: v4('GET', '/reviews', 'receive', 'reviews/list', {
      query: only({
        'pageSize?': whole({ maximum: 50 }),
        'pageToken?': text(),
        'orderBy?': oneOf('rating', 'rating desc', 'updateTime desc'),
      }),
    }),
    replyToReview: v4('PUT', '/reviews/{review}/reply', 'comment', 'reviews/updateReply', {
      body: { as: 'json', schema: only({ comment: text({ maxLength: 4096 }) }) },
    }),
  },
};

const nameOf = (object: LiveObject): string => object.id;
const found = (world: World, path: Readonly<Record<string, string>>): LiveObject => {
  const object = world.get(`accounts/${path['account']}/locations/${path['location']}/localPosts/${path['post']}`);
  must(object, 'Requested entity was not found.', 404);
  return object;
};
const shown = (object: LiveObject) => ({
  name: nameOf(object),
  summary: object.text,
  state: object.more['state'],
  topicType: 'STANDARD',
  createTime: new Date(object.createdAt).toISOString(),
  searchUrl: 'https://local.google.com/place?id=1',
});

export const googleBusiness: LivePlatform = {
  contract,
  refusal: googleRefusal,
  behaviours: {
    ...consentBehaviours(rules),
    revoke: revoked,
    userinfo: ({ account }) => ({
      json: { sub: account.id, name: account.name, email: `${account.username}@example.com`, email_verified: true },
    }),
    accounts: ({ account }) => ({
      json: { accounts: [{ name: `accounts/${account.id}`, accountName: account.name, type: 'PERSONAL' }] },
    }),
    locations: ({ path }) => ({
      json: { locations: [{ name: `locations/9${path['account']}`, title: 'Bakery by the river' }] },
    }),
    performance: ({ query }) => ({
      json: {
        multiDailyMetricTimeSeries: [
          {
            dailyMetricTimeSeries: (query['dailyMetrics'] as string[]).map((dailyMetric) => ({
              dailyMetric,
              // A day of nothing has no value.
              timeSeries: {
                datedValues: [
                  { date: { year: 2026, month: 11, day: 1 }, value: '2' },
                  { date: { year: 2026, month: 11, day: 2 } },
                ],
              },
            })),
          },
        ],
      },
    }),
    create: async ({ world, account, path, body, fetched }) => {
      must(path['account'] === account.id, 'The caller does not have permission', 403);
      const media = (body['media'] ?? []) as { sourceUrl: string }[];
      const sizes = await Promise.all(media.map(async ({ sourceUrl }) => (await fetched(sourceUrl)).bytes.length));
      const object = world.put({
        id: `accounts/${path['account']}/locations/${path['location']}/localPosts/${world.nextNumber()}`,
        kind: 'post',
        account: account.id,
        text: String(body['summary'] ?? ''),
        mediaBytes: sizes.reduce((sum, size) => sum + size, 0),
        more: { state: 'PROCESSING' },
      });
      return { json: shown(object) };
    },
    post: ({ world, path }) => {
      const object = found(world, path);
      object.more['state'] = 'LIVE';
      return { json: shown(object) };
    },
    list: ({ world, account }) => ({ json: { localPosts: world.of('post', account.id).map(shown) } }),
    remove: ({ world, path }) => {
      found(world, path).isDeleted = true;
      return { json: {} };
    },
    reviews: ({ world, path }) => ({
      json: {
        reviews: world.of('comment').map((object) => ({
          name: `accounts/${path['account']}/locations/${path['location']}/reviews/${object.id}`,
          reviewId: object.id,
          reviewer: { displayName: 'A visitor' },
          starRating: 'FOUR',
          comment: object.text,
          createTime: new Date(object.createdAt).toISOString(),
          updateTime: new Date(object.createdAt).toISOString(),
        })),
        averageRating: 4,
        totalReviewCount: 1,
      },
    }),
    replyToReview: ({ world, account, path, body }) => {
      const review = world.get(path['review']);
      must(review, 'Requested entity was not found.', 404);
      world.put({ kind: 'comment', account: account.id, parent: review.id, text: String(body['comment']) });
      return { json: { comment: body['comment'], updateTime: new Date().toISOString() } };
    },
  },
};
