import { consentBehaviours } from '../engine/consent.ts';
import { type Behaviour, type Call, must, type LivePlatform } from '../engine/live-platform.ts';
import type { LiveObject, World } from '../engine/world.ts';
import * as meta from './meta.ts';
import { version, rules, contract, tokens } from './facebook-contract.ts';

const pageFields = [
  'id',
  'name',
  'username',
  'picture',
  'access_token',
  'followers_count',
  'fan_count',
  'instagram_business_account',
];
const pageOf = (world: World, account: string) => {
  const id = `9${account}`;
  const token = [...world.tokens].find(([, each]) => each.account === id)?.[0] ?? world.grant(id, 'page');
  world.accounts.set(id, { id, username: 'bakery', name: 'Bakery by the river' });
  return {
    id,
    name: 'Bakery by the river',
    username: 'bakery',
    access_token: token,
    followers_count: 12,
    fan_count: 11,
    picture: { data: { url: 'https://scontent.xx.fbcdn.net/p.jpg' } },
  };
};

const count = (total: number) => ({ data: [], summary: { total_count: total } });
const shown = (object: LiveObject, world: World) => ({
  id: object.id,
  message: object.text,
  created_time: new Date(object.createdAt).toISOString(),
  from: { id: object.account, name: world.accounts.get(object.account)?.name },
  permalink_url: `https://www.facebook.com/${object.id}`,
  reactions: count(5),
  comments: count(3),
  shares: { count: 4 },
  is_published: true,
  published: true,
  ...(object.more['status'] === undefined ? {} : { status: object.more['status'] }),
});
const nodeFields = {
  post: ['id', 'message', 'created_time', 'permalink_url', 'reactions', 'comments', 'shares', 'from', 'is_published'],
  video: [
    'id',
    'description',
    'created_time',
    'permalink_url',
    'reactions',
    'comments',
    'from',
    'published',
    'status',
    'title',
  ],
  comment: ['id', 'message', 'from', 'created_time', 'parent', 'permalink_url', 'is_hidden'],
};

const ownPage = ({ path, account }: Call): void =>
  must(path['id'] === account.id, '(#200) The token is not of this Page', 403);
const kindOf = ({ kind, more }: LiveObject): keyof typeof nodeFields =>
  kind === 'comment' ? 'comment' : more['isVideo'] === true ? 'video' : 'post';

const node: Behaviour = ({ world, path, query, account }) => {
  const { id = '' } = path;
  if (id === account.id || id === `9${account.id}`)
    return {
      json: meta.expanded(pageOf(world, id === account.id ? id.slice(1) : account.id), query['fields'], pageFields),
    };
  const writer = world.accounts.get(id);
  if (writer) {
    const [first, last] = writer.name.split(' ');
    const profile = {
      id,
      first_name: first,
      last_name: last,
      profile_pic: 'https://platform-lookaside.fbsbx.com/p.jpg',
    };
    return { json: meta.expanded(profile, query['fields'], ['first_name', 'last_name', 'profile_pic']) };
  }
  const object = world.get(id);
  if (!object) return meta.gone();
  return { json: meta.expanded(shown(object, world), query['fields'], nodeFields[kindOf(object)]) };
};

const edge = (world: World, objects: readonly LiveObject[], fields: unknown, known: readonly string[]) => ({
  json: { data: objects.map((each) => meta.expanded(shown(each, world), fields, known)) },
});

const finished = ({ world, account, body }: Call, upload: LiveObject) => {
  must(upload.mediaBytes > 0, '(#6000) There was a problem uploading your video file.');
  const status = {
    video_status: 'ready',
    uploading_phase: { status: 'complete' },
    processing_phase: { status: 'complete' },
  };
  const words = String(body['description'] ?? '');
  world.put({ ...upload, kind: 'post', account: account.id, text: words, more: { isVideo: true, status } });
  return { json: { success: true, post_id: upload.id } };
};

export const facebook: LivePlatform = {
  contract,
  refusal: meta.graphRefusal,
  behaviours: {
    consent: consentBehaviours(rules).consent,
    ...tokens.behaviours,
    me: ({ account, query }) => ({
      json: meta.expanded(
        { id: account.id, name: account.name, picture: { data: { url: 'https://scontent.xx.fbcdn.net/z.jpg' } } },
        query['fields'],
        ['id', 'name', 'picture', 'email'],
      ),
    }),
    permissions: () => ({ json: { data: rules.scopes.map((permission) => ({ permission, status: 'granted' })) } }),
    revoke: ({ world, account }) => {
      for (const [token, each] of world.tokens) if (each.account === account.id) world.tokens.delete(token);
      return { json: { success: true } };
    },
    pages: ({ world, account, query }) => ({
      json: { data: [meta.expanded(pageOf(world, account.id), query['fields'], pageFields)], paging: {} },
    }),
    subscribe: meta.subscribe,
    unsubscribe: meta.unsubscribe,
    subscriptions: ({ world, path }) => {
      const named = world.subscriptions.get(path['id'] ?? '');
      return {
        json: {
          data: named === undefined ? [] : [{ id: 'facebook-client', subscribed_fields: String(named).split(',') }],
        },
      };
    },
    node,
    remove: ({ world, path }) => {
      const object = world.get(path['id']);
      if (!object) return meta.gone();
      object.isDeleted = true;
      return { json: { success: true } };
    },
    change: ({ world, path, body }) => {
      const object = world.get(path['id']);
      if (!object) return meta.gone();
      object.more['isHidden'] = body['is_hidden'];
      return { json: { success: true } };
    },
    feed: (call) => {
      ownPage(call);
      const { world, account, body } = call;
      const photos = JSON.parse(String(body['attached_media'] ?? '[]')) as { media_fbid: string }[];
      const sizes = photos.map(({ media_fbid: id }) => {
        const photo = world.get(id);
        must(photo?.kind === 'upload', '(#100) The photo is not there');
        return photo.mediaBytes;
      });
      const { id } = world.put({
        id: `${account.id}_${world.nextNumber()}`,
        kind: 'post',
        account: account.id,
        text: String(body['message'] ?? ''),
        mediaBytes: sizes.reduce((sum, size) => sum + size, 0),
      });
      return { json: { id } };
    },
    published: ({ world, account, query }) =>
      edge(world, world.of('post', account.id), query['fields'], nodeFields.post),
    photo: (call) => {
      ownPage(call);
      const { bytes = Buffer.alloc(0) } = call.files['source'] ?? {};
      return {
        json: { id: call.world.put({ kind: 'upload', account: call.account.id, mediaBytes: bytes.length }).id },
      };
    },
    start: (call) => {
      ownPage(call);
      const total = Number(call.body['file_size']);
      const { id } = call.world.put({ kind: 'upload', account: call.account.id, more: { total, next: 0 } });
      const end = String(Math.min(total, 4_000_000));
      return { json: { video_id: id, upload_session_id: `session-${id}`, start_offset: '0', end_offset: end } };
    },
    transfer: ({ world, body, files }) => {
      const upload = world.get(String(body['upload_session_id']).replace('session-', ''));
      must(upload, '(#100) The upload session is not valid');
      const { total, next } = upload.more as { total: number; next: number };
      const size = files['video_file_chunk']?.bytes.length ?? 0;
      must(Number(body['start_offset']) === next && size > 0, '(#6001) The offset is another');
      upload.more['next'] = next + size;
      return {
        json: { start_offset: String(next + size), end_offset: String(Math.min(total, next + size + 4_000_000)) },
      };
    },
    finish: (call) => {
      ownPage(call);
      const upload = call.world.get(String(call.body['upload_session_id']).replace('session-', ''));
      must(upload && upload.more['next'] === upload.more['total'], '(#6000) The upload is not whole');
      return finished(call, { ...upload, mediaBytes: Number(upload.more['total']) });
    },
    reelStart: (call) => {
      ownPage(call);
      const { id } = call.world.put({ kind: 'upload', account: call.account.id });
      return { json: { video_id: id, upload_url: call.base(`rupload.facebook.com/video-upload/${version}/${id}`) } };
    },
    reelFinish: (call) => {
      ownPage(call);
      const upload = call.world.get(String(call.body['video_id']));
      must(upload?.kind === 'upload', '(#100) The video is not there');
      return finished(call, upload);
    },
    bytes: ({ world, path, request }) => {
      const upload = world.get(path['id']);
      must(upload, '(#100) The video is not there');
      const [offset, total] = [Number(request.headers['offset']), Number(request.headers['file_size'])];
      must(offset + request.bytes.length === total, 'PartialRequestError: the bytes do not reach the end');
      world.put({ ...upload, mediaBytes: total });
      return { json: { success: true } };
    },
    photoStory: (call) => {
      ownPage(call);
      const photo = call.world.get(String(call.body['photo_id']));
      must(photo?.kind === 'upload', '(#100) The photo is not there');
      const { id } = call.world.put({ ...photo, id: call.world.nextNumber(), kind: 'post', more: { story: photo.id } });
      return { json: { success: true, post_id: id } };
    },
    stories: ({ world, account }) => ({
      json: {
        data: world
          .of('post', account.id)
          .filter(({ more }) => more['story'] !== undefined)
          .map(({ id, more }) => ({
            post_id: id,
            media_id: more['story'],
            status: 'PUBLISHED',
            url: `https://facebook.com/stories/${id}`,
          })),
      },
    }),
    comments: ({ world, path, query }) =>
      edge(
        world,
        world.of('comment').filter(({ parent }) => parent === path['id']),
        query['fields'],
        nodeFields.comment,
      ),
    comment: ({ world, account, path, body }) => {
      const target = world.get(path['id']);
      if (!target) return meta.gone();
      const { id } = world.put({
        id: `${target.id.split('_').at(-1)}_${world.nextNumber()}`,
        kind: 'comment',
        account: account.id,
        parent: target.id,
        text: String(body['message']),
      });
      return { json: { id } };
    },
    tagged: () => ({ json: { data: [] } }),
    message: (call) => {
      ownPage(call);
      const { world, account, body } = call;
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
    conversations: ({ world, query }) => ({
      json: {
        data: [
          {
            id: 't_1',
            messages: {
              data: world
                .of('message')
                .filter(({ parent }) => parent === query['user_id'])
                .map((each) => ({
                  id: each.id,
                  message: each.text,
                  from: { id: each.account },
                  created_time: new Date(each.createdAt).toISOString(),
                })),
            },
          },
        ],
      },
    }),
    insights: ({ world, path, query, account }) =>
      path['id'] === account.id
        ? meta.insightsOf(query['metric'], {
            page_media_view: 80,
            page_total_media_view_unique: 60,
            page_post_engagements: 9,
            page_follows: 12,
          })
        : world.get(path['id'])
          ? meta.insightsOf(query['metric'], {
              post_media_view: 90,
              post_total_media_view_unique: 70,
              post_clicks: 6,
              post_reactions_by_type_total: 5,
            })
          : meta.gone(),
    videoInsights: ({ query }) =>
      meta.insightsOf(query['metric'], {
        total_video_views: 90,
        total_video_impressions_unique: 70,
        blue_reels_play_count: 90,
        post_impressions_unique: 70,
      }),
  },
};
