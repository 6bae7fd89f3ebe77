import {
  address,
  flag,
  having,
  oneOf,
  only,
  text,
  type Contract,
  type Deed,
  type Operation,
  type Schema,
} from '../engine/contract.ts';
import { consentBehaviours, consentOperations, type ConsentRules } from '../engine/consent.ts';
import { type Call, must, type LivePlatform } from '../engine/live-platform.ts';
import type { LiveObject, World } from '../engine/world.ts';
import * as meta from './meta.ts';

const rules: ConsentRules = {
  platform: 'THREADS',
  page: 'www.threads.net/oauth/authorize',
  tokenAt: 'graph.threads.net/oauth/access_token',
  separator: ',',
  source: `${meta.metaDocs}/threads/get-started/get-access-tokens-and-permissions`,
  scopes: [
    'basic',
    'content_publish',
    'read_replies',
    'manage_replies',
    'manage_insights',
    'manage_mentions',
    'delete',
    'keyword_search',
  ].map((scope) => `threads_${scope}`),
  client: 'form',
  expiresIn: 3600,
};
const login = meta.businessLogin(
  'THREADS',
  { page: rules.page, token: rules.tokenAt, graph: 'graph.threads.net' },
  'threads/get-started/get-access-tokens-and-permissions',
);

const at = (
  method: Operation['method'],
  path: string,
  deed: Deed | readonly Deed[],
  reference: string,
  more: Partial<Operation> = {},
): Operation => ({
  method,
  at: `graph.threads.net/v1.0/${path}`,
  deed,
  authentication: 'bearer',
  source: `${meta.metaDocs}/threads/${reference}`,
  ...more,
});
const form = (schema: Schema): Pick<Operation, 'body'> => ({ body: { as: 'form', schema } });
const made = having({ id: text() });
const done = having({ success: flag });
const read = only({ 'fields?': meta.fields, 'reverse?': flag, ...meta.paging });

const contract: Contract = {
  reports: { origin: 'documentation', source: 'https://developers.facebook.com/docs/threads/webhooks' },
  platform: 'THREADS',
  origin: 'documentation',
  from: 'Threads API v1.0',
  operations: {
    consent: consentOperations(rules).consent,
    ...login.operations,
    me: at('GET', 'me', 'connect', 'reference/user', { query: only({ 'fields?': meta.fields }), answer: made }),
    container: at('POST', '{id}/threads', ['publish', 'upload', 'comment'], 'reference/publishing', {
      ...form(
        only(
          {
            media_type: oneOf('TEXT', 'IMAGE', 'VIDEO', 'CAROUSEL'),
            'text?': text({ maxLength: 500 }),
            'image_url?': address,
            'video_url?': address,
            'is_carousel_item?': flag,
            'children?': text(),
            'reply_to_id?': text(),
            'alt_text?': text({ maxLength: 1000 }),
            'reply_control?': oneOf(
              'everyone',
              'accounts_you_follow',
              'mentioned_only',
              'parent_post_author_only',
              'followers_only',
            ),
            'topic_tag?': text({ maxLength: 50 }),
            'quote_post_id?': text(),
            'link_attachment?': text(),
          },
          {
            allOf: [
              { if: { properties: { media_type: { const: 'TEXT' } } }, then: { required: ['text'] } },
              { if: { properties: { media_type: { const: 'IMAGE' } } }, then: { required: ['image_url'] } },
              { if: { properties: { media_type: { const: 'VIDEO' } } }, then: { required: ['video_url'] } },
              { if: { properties: { media_type: { const: 'CAROUSEL' } } }, then: { required: ['children'] } },
            ],
          },
        ),
      ),
      answer: made,
    }),
    publish: at('POST', '{id}/threads_publish', ['publish', 'comment'], 'reference/publishing', {
      ...form(only({ creation_id: text() })),
      answer: made,
    }),
    node: at('GET', '{id}', 'publish', 'troubleshooting', { query: only({ 'fields?': meta.fields }), answer: made }),
    remove: at('DELETE', '{id}', 'delete', 'posts/delete-posts', { answer: done }),
    mine: at('GET', '{id}/threads', 'publish', 'reference/user', { query: read }),
    replies: at('GET', '{id}/replies', 'publish', 'reference/user', { query: read }),
    conversation: at('GET', '{id}/conversation', 'receive', 'reference/reply-management', { query: read }),
    hide: at('POST', '{id}/manage_reply', 'comment', 'reference/reply-management', {
      ...form(only({ hide: flag })),
      answer: done,
    }),
    mentions: at('GET', '{id}/mentions', 'receive', 'threads-mentions', { query: read }),
    insights: at('GET', '{id}/insights', 'insights', 'insights', { query: only({ metric: text() }) }),
    userInsights: at('GET', '{id}/threads_insights', 'insights', 'insights', {
      query: only({ metric: text(), 'since?': text(), 'until?': text(), 'breakdown?': text() }),
    }),
  },
};

const postFields = [
  'id',
  'text',
  'username',
  'permalink',
  'timestamp',
  'replied_to',
  'root_post',
  'media_type',
  'shortcode',
  'is_reply',
  'has_replies',
  'hide_status',
  'is_reply_owned_by_me',
];
const shown = (object: LiveObject, world: World) => ({
  id: object.id,
  text: object.text,
  timestamp: new Date(object.createdAt).toISOString().replace('Z', '+0000').replace(/\.\d+/, ''),
  username: meta.personOf(world, object.account).username,
  permalink: `https://www.threads.net/t/${object.id}`,
  ...(object.parent !== undefined && { replied_to: { id: object.parent } }),
});
const listed = ({ world, query }: Call, objects: readonly LiveObject[]) => ({
  json: { data: objects.map((each) => meta.expanded(shown(each, world), query['fields'], postFields)) },
});
const own = ({ path, account }: Call): void =>
  must(path['id'] === account.id, 'Unsupported request: it is another’s', 403);
/** Whatever hangs below a post, at any depth. */
const below = (world: World, id: string): readonly LiveObject[] =>
  world
    .of('comment')
    .filter(({ parent }) => parent === id)
    .flatMap((each) => [each, ...below(world, each.id)]);

export const threads: LivePlatform = {
  contract,
  refusal: meta.graphRefusal,
  behaviours: {
    consent: consentBehaviours(rules).consent,
    ...login.behaviours,
    me: ({ account, query }) => ({
      json: meta.expanded(
        {
          id: account.id,
          username: account.username,
          name: account.name,
          threads_profile_picture_url: 'https://scontent.cdninstagram.com/z.jpg',
        },
        query['fields'],
        ['id', 'username', 'name', 'threads_profile_picture_url', 'threads_biography', 'is_verified'],
      ),
    }),
    container: async (call) => {
      own(call);
      const { world, account, body, fetched } = call;
      const url = body['image_url'] ?? body['video_url'];
      // A carousel is made of two to twenty containers that are ready (Threads: "Carousel posts").
      const children = body['media_type'] === 'CAROUSEL' ? String(body['children']).split(',') : [];
      const items = children.map((id) => world.get(id));
      for (const item of items)
        must(
          item?.more['isItem'] === true && item.more['state'] === 'FINISHED',
          'An item of the carousel is not ready',
        );
      if (body['media_type'] === 'CAROUSEL')
        must(items.length >= 2 && items.length <= 20, 'A carousel has 2 to 20 items');
      const bytes =
        typeof url === 'string'
          ? (await fetched(url)).bytes.length
          : items.reduce((sum, item) => sum + (item?.mediaBytes ?? 0), 0);
      const parent = body['reply_to_id'] as string | undefined;
      if (parent !== undefined) must(world.get(parent), 'The post to reply to is not there');
      const { id } = world.put({
        kind: 'container',
        account: account.id,
        text: String(body['text'] ?? ''),
        mediaBytes: bytes,
        ...(parent !== undefined && { parent }),
        more: { isText: body['media_type'] === 'TEXT', isItem: String(body['is_carousel_item']) === 'true' },
      });
      return { json: { id } };
    },
    publish: (call) => {
      own(call);
      const { world, account, body } = call;
      const container = world.get(String(body['creation_id']));
      must(container?.kind === 'container' && container.account === account.id, 'The media is not available');
      must(container.more['isText'] === true || container.more['state'] === 'FINISHED', 'The media is not ready');
      container.more['state'] = 'PUBLISHED';
      const kind = container.parent === undefined ? 'post' : 'comment';
      return { json: { id: world.put({ ...container, id: world.nextNumber(), kind, more: {} }).id } };
    },
    node: ({ world, path, query }) => {
      const object = world.get(path['id']);
      if (!object) return meta.gone();
      if (object.kind !== 'container')
        return { json: meta.expanded(shown(object, world), query['fields'], postFields) };
      const isDone = object.more['asked'] === true || object.more['isText'] === true;
      object.more['asked'] = true;
      object.more['state'] = isDone ? 'FINISHED' : 'IN_PROGRESS';
      return {
        json: meta.expanded({ id: object.id, status: object.more['state'] }, query['fields'], [
          'id',
          'status',
          'error_message',
        ]),
      };
    },
    remove: ({ world, path, account }) => {
      const object = world.get(path['id']);
      if (object?.account !== account.id) return meta.gone();
      object.isDeleted = true;
      return { json: { success: true, deleted_id: object.id } };
    },
    mine: (call) => listed(call, call.world.of('post', call.account.id)),
    replies: (call) => listed(call, call.world.of('comment', call.account.id)),
    conversation: (call) => listed(call, below(call.world, call.path['id'] ?? '')),
    hide: ({ world, path, body }) => {
      const object = world.get(path['id']);
      if (!object) return meta.gone();
      object.more['isHidden'] = body['hide'];
      return { json: { success: true } };
    },
    mentions: (call) => listed(call, []),
    insights: ({ query }) =>
      meta.insightsOf(query['metric'], { views: 90, likes: 5, replies: 3, reposts: 4, quotes: 2, shares: 1 }),
    userInsights: ({ query }) =>
      meta.insightsOf(query['metric'], {
        views: 80,
        likes: 5,
        replies: 3,
        reposts: 4,
        quotes: 2,
        clicks: 6,
        followers_count: 12,
      }),
  },
};
