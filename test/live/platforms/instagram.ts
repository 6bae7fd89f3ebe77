import { consentBehaviours } from '../engine/consent.ts';
import { type Behaviour, type Call, must, type LivePlatform } from '../engine/live-platform.ts';
import type { LiveObject, World } from '../engine/world.ts';
import * as meta from './meta.ts';
import { version, directRules, facebookRules, facebookTokens, contract, login } from './instagram-contract.ts';

const pageIdOf = (account: string): string => `9${account}`;
const pageOf = (world: World, account: string) => {
  const id = pageIdOf(account);
  const token = [...world.tokens].find(([, each]) => each.account === id)?.[0] ?? world.grant(id, 'page');
  world.accounts.set(id, { id, username: 'bakery', name: 'Bakery by the river' });
  return {
    id,
    name: 'Bakery by the river',
    username: 'bakery',
    access_token: token,
    picture: { data: { url: 'https://scontent.cdninstagram.com/p.jpg' } },
    instagram_business_account: { id: `1784${account}`, username: 'bakery.pictures' },
  };
};
const pageFields = ['id', 'name', 'username', 'picture', 'access_token', 'instagram_business_account'];

/** The professional account that a token acts for. */
const actor = ({ account }: Call): string =>
  account.id.startsWith('1784') ? account.id : `1784${account.id.replace(/^9/, '')}`;
const own = (call: Call): void =>
  must(call.path['id'] === actor(call), '(#10) Application does not have permission for this action', 403);

const mediaFields = [
  'id',
  'caption',
  'permalink',
  'timestamp',
  'username',
  'media_type',
  'media_url',
  'like_count',
  'comments_count',
];
const containerFields = ['id', 'status_code', 'status', 'video_status'];
const commentFields = ['id', 'text', 'username', 'from', 'timestamp', 'replies', 'parent_id', 'hidden', 'like_count'];
const userFields = [
  'id',
  'user_id',
  'username',
  'name',
  'account_type',
  'profile_picture_url',
  'followers_count',
  'media_count',
];

const userOf = (id: string, world: World) => ({
  id,
  user_id: id,
  username: world.accounts.get(id)?.username ?? 'bakery.pictures',
  name: 'Zoe Example',
  account_type: 'BUSINESS',
  profile_picture_url: 'https://scontent.cdninstagram.com/z.jpg',
  followers_count: 12,
  media_count: 7,
});
const commentOf = (object: LiveObject, world: World, inner: readonly LiveObject[] = []): Record<string, unknown> => ({
  id: object.id,
  text: object.text,
  timestamp: new Date(object.createdAt).toISOString(),
  username: meta.personOf(world, object.account).username,
  from: meta.personOf(world, object.account),
  ...(inner.length > 0 && { replies: { data: inner.map((each) => commentOf(each, world)) } }),
});
const mediaOf = (object: LiveObject) => ({
  id: object.id,
  caption: object.text,
  timestamp: new Date(object.createdAt).toISOString(),
  permalink: `https://www.instagram.com/p/${object.id}/`,
});

const behaviours: Record<string, Behaviour> = {
  node: ({ world, path, query, account }) => {
    const { id = '' } = path;
    const { fields } = query;
    if (id === pageIdOf(account.id)) return { json: meta.expanded(pageOf(world, account.id), fields, pageFields) };
    if (id.startsWith('1784')) return { json: meta.expanded(userOf(id, world), fields, userFields) };
    const writer = world.accounts.get(id);
    if (writer) {
      const profile = { id, name: writer.name, username: writer.username, follower_count: 3 };
      return { json: meta.expanded(profile, fields, ['name', 'username', 'follower_count', 'profile_pic']) };
    }
    const object = world.get(id);
    if (!object) return meta.gone();
    if (object.kind !== 'container') {
      const isComment = object.kind === 'comment';
      return {
        json: meta.expanded(
          isComment ? commentOf(object, world) : mediaOf(object),
          fields,
          isComment ? commentFields : mediaFields,
        ),
      };
    }
    // A container is at work when it is asked for the first time.
    const state = object.more['asked'] === true ? 'FINISHED' : 'IN_PROGRESS';
    if (object.mediaBytes > 0) object.more['asked'] = true;
    object.more['state'] = state;
    return {
      json: meta.expanded({ id, status_code: state, status: state, video_status: {} }, fields, containerFields),
    };
  },
  remove: ({ world, path }) => {
    const object = world.get(path['id']);
    if (!object) return meta.gone();
    object.isDeleted = true;
    return { json: { success: true } };
  },
  change: ({ world, path, body }) => {
    const object = world.get(path['id']);
    if (!object) return meta.gone();
    object.more['isHidden'] = body['hide'];
    return { json: { success: true } };
  },
  container: async (call) => {
    own(call);
    const { world, body, fetched, base } = call;
    const url = body['image_url'] ?? body['video_url'];
    const file = typeof url === 'string' ? await fetched(url) : undefined;
    if (body['image_url'] !== undefined)
      must(file?.contentType === 'image/jpeg', '(#9004) Only photo or video can be accepted as media type.');
    // A carousel is made of two to ten containers that are ready (Instagram: "Content publishing", "Carousel posts").
    const items =
      body['media_type'] === 'CAROUSEL'
        ? String(body['children'])
            .split(',')
            .map((id) => world.get(id))
        : [];
    for (const item of items)
      must(
        String(item?.more['is_carousel_item']) === 'true' && item?.more['state'] === 'FINISHED',
        '(#9007) An item of the carousel is not ready',
      );
    if (body['media_type'] === 'CAROUSEL')
      must(items.length >= 2 && items.length <= 10, '(#100) A carousel has 2 to 10 items');
    const { id } = world.put({
      kind: 'container',
      account: actor(call),
      text: String(body['caption'] ?? ''),
      mediaBytes: file?.bytes.length ?? items.reduce((sum, item) => sum + (item?.mediaBytes ?? 0), 0),
      more: { ...body },
    });
    const resumable = body['upload_type'] === 'resumable';
    return { json: { id, ...(resumable && { uri: base(`rupload.facebook.com/ig-api-upload/${version}/${id}`) }) } };
  },
  publish: (call) => {
    own(call);
    const { world, body } = call;
    const container = world.get(String(body['creation_id']));
    must(container?.kind === 'container' && container.account === actor(call), '(#100) Media ID is not available');
    must(container.more['state'] === 'FINISHED', '(#9007) The media is not ready to be published');
    const { id } = world.put({ ...container, id: `18${world.nextNumber()}`, kind: 'post', more: {} });
    container.more['state'] = 'PUBLISHED';
    return { json: { id } };
  },
  media: (call) => ({
    json: {
      data: call.world
        .of('post', actor(call))
        .map((each) => meta.expanded(mediaOf(each), call.query['fields'], mediaFields)),
    },
  }),
  comments: ({ world, path, query }) => ({
    json: {
      data: world
        .of('comment')
        .filter(({ parent }) => parent === path['id'])
        .map((each) => {
          const inner = world.of('comment').filter(({ parent }) => parent === each.id);
          return meta.expanded(commentOf(each, world, inner), query['fields'], commentFields);
        }),
    },
  }),
  comment: (call) => {
    const { world, path, body } = call;
    must(world.get(path['id'])?.kind === 'post', '(#100) The media is not there');
    return {
      json: {
        id: world.put({
          kind: 'comment',
          account: actor(call),
          parent: path['id'] ?? '',
          text: String(body['message']),
        }).id,
      },
    };
  },
  reply: (call) => {
    const { world, path, body } = call;
    must(world.get(path['id'])?.kind === 'comment', '(#100) The comment is not there');
    return {
      json: {
        id: world.put({
          kind: 'comment',
          account: actor(call),
          parent: path['id'] ?? '',
          text: String(body['message']),
        }).id,
      },
    };
  },
  tags: () => ({ json: { data: [] } }),
  insights: ({ world, path, query }) =>
    world.get(path['id'])
      ? meta.insightsOf(query['metric'], {
          views: 90,
          reach: 70,
          likes: 5,
          comments: 3,
          saved: 2,
          shares: 4,
          total_interactions: 14,
        })
      : meta.insightsOf(query['metric'], { reach: 60, views: 80, follower_count: 12, profile_views: 9 }),
  message: (call) => {
    const { world, path, body, account } = call;
    must(path['id'] === account.id || path['id'] === 'me', '(#10) The token is of another account', 403);
    const to = body['recipient'] as { id?: string; comment_id?: string };
    const parent = to.id ?? world.get(to.comment_id)?.account;
    must(parent !== undefined, '(#100) No matching user found');
    const { text: said } = body['message'] as { text: string };
    const { id } = world.put({
      id: `m_${world.nextNumber()}`,
      kind: 'message',
      account: account.id,
      text: said,
      parent,
      more: { ...to },
    });
    return { json: { recipient_id: parent, message_id: id } };
  },
  conversations: () => ({ json: { data: [] } }),
  subscribe: meta.subscribe,
  unsubscribe: meta.unsubscribe,
  subscriptions: ({ world, path }) => {
    const set = world.subscriptions.get(path['id'] ?? '');
    return {
      json: { data: set === undefined ? [] : [{ id: 'instagram-client', subscribed_fields: String(set).split(',') }] },
    };
  },
};
const both = Object.fromEntries(
  Object.entries(behaviours).flatMap(([name, act]) => [
    [`direct.${name}`, act],
    [`facebook.${name}`, act],
  ]),
);

export const instagram: LivePlatform = {
  contract,
  refusal: meta.graphRefusal,
  behaviours: {
    ...both,
    consent: consentBehaviours(directRules).consent,
    facebookConsent: consentBehaviours(facebookRules).consent,
    ...login.behaviours,
    facebookToken: facebookTokens.behaviours.token,
    facebookExtend: facebookTokens.behaviours.extend,
    me: ({ world, account, query }) => ({
      json: meta.expanded(userOf(account.id, world), query['fields'], userFields),
    }),
    permissions: () => ({
      json: { data: facebookRules.scopes.map((permission) => ({ permission, status: 'granted' })) },
    }),
    revoke: ({ world, account }) => {
      for (const [token, each] of world.tokens) if (each.account === account.id) world.tokens.delete(token);
      return { json: { success: true } };
    },
    pages: ({ world, account, query }) => ({
      json: { data: [meta.expanded(pageOf(world, account.id), query['fields'], pageFields)] },
    }),
    bytes: ({ world, path, request }) => {
      const container = world.get(path['id']);
      must(container?.kind === 'container', '(#100) The container is not there');
      const [offset, total] = [Number(request.headers['offset']), Number(request.headers['file_size'])];
      must(offset + request.bytes.length === total, 'PartialRequestError: the bytes do not reach the end');
      world.put({ ...container, mediaBytes: total });
      return { json: { success: true } };
    },
  },
};
