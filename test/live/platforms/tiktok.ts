import { createHmac } from 'node:crypto';

import { consentBehaviours } from '../engine/consent.ts';
import { type Call, must, type LivePlatform, type Reply } from '../engine/live-platform.ts';
import type { LiveObject, World } from '../engine/world.ts';
import { rules, contract } from './tiktok-contract.ts';

const ok = (data: object): Reply => ({ json: { data, error: { code: 'ok', message: '', log_id: 'log' } } });
const fine = (data: object): Reply => ({ json: { code: 0, message: 'OK', request_id: 'request', data } });
const found = (world: World, id: unknown): LiveObject => {
  const object = world.get(String(id));
  must(object, 'invalid_publish_id');
  return object;
};
const commentOf = (object: LiveObject, world: World) => ({
  comment_id: object.id,
  video_id: object.parent,
  user_id: object.account,
  text: object.text,
  owner: object.more['owner'] === true,
  create_time: String(Math.floor(object.createdAt / 1000)),
  username: world.accounts.get(object.account)?.username,
  replies: world.of('comment').filter(({ parent }) => parent === object.id).length,
  ...(object.more['top'] === undefined ? {} : { parent_comment_id: object.more['top'] }),
});
const commentsUnder = ({ world }: Call, parent: unknown): Reply =>
  fine({
    comments: world
      .of('comment')
      .filter((each) => each.parent === parent)
      .map((each) => commentOf(each, world)),
    has_more: false,
    cursor: 0,
  });

const begun = ({ world, account }: Call, title: string, more: Record<string, unknown>, mediaBytes = 0) =>
  world.put({
    id: `v_pub_${world.nextNumber()}`,
    kind: 'container',
    account: account.id,
    text: title,
    mediaBytes,
    more,
  });

/** What has been received becomes a public post after one look that finds it at work. */
const statusOf = ({ world, body }: Call): Reply => {
  const publishing = found(world, body['publish_id']);
  const { more } = publishing;
  const isWhole = more['total'] === undefined || more['received'] === more['total'];
  if (!isWhole) return ok({ status: 'PROCESSING_UPLOAD', uploaded_bytes: more['received'] });
  if (more['looked'] !== true) {
    more['looked'] = true;
    return ok({ status: 'PROCESSING_DOWNLOAD', uploaded_bytes: more['received'] ?? 0 });
  }
  more['post'] ??= world.put({
    ...publishing,
    id: `7${world.nextNumber()}`,
    kind: 'post',
    mediaBytes: publishing.mediaBytes || Number(more['received']),
    more: {},
  }).id;
  // Ids of 64 bits come without quotes.
  return {
    text: `{"data":{"status":"PUBLISH_COMPLETE","publicaly_available_post_id":[${String(more['post'])}]},"error":{"code":"ok","message":"","log_id":"l"}}`,
    headers: { 'content-type': 'application/json' },
  };
};

export const tiktok: LivePlatform = {
  contract,
  refusal: (status, message) => ({
    status,
    json: {
      data: {},
      error: { code: status === 401 ? 'access_token_invalid' : message.split(' ')[0], message, log_id: 'log' },
    },
  }),
  behaviours: {
    ...consentBehaviours(rules),
    revoke: ({ world, body }) => {
      world.tokens.delete(String(body['token']));
      return { json: {} };
    },
    user: ({ account }) =>
      ok({
        user: {
          open_id: account.id,
          display_name: account.name,
          username: account.username,
          avatar_url: 'https://p16.tiktokcdn.com/z',
          follower_count: 12,
          likes_count: 50,
          video_count: 7,
        },
      }),
    creator: ({ account }) =>
      ok({
        creator_username: account.username,
        creator_nickname: account.name,
        privacy_level_options: ['PUBLIC_TO_EVERYONE', 'SELF_ONLY'],
        comment_disabled: false,
        duet_disabled: false,
        stitch_disabled: true,
        max_video_post_duration_sec: 600,
      }),
    video: (call) => {
      const { title = '', ...info } = call.body['post_info'] as { title?: string; disable_stitch?: boolean };
      must(info.disable_stitch === true, 'invalid_params: the creator has turned stitches off');
      const source = call.body['source_info'] as { video_size: number; chunk_size: number; total_chunk_count: number };
      const count = Math.max(1, Math.floor(source.video_size / source.chunk_size));
      must(source.total_chunk_count === count, 'invalid_params: total_chunk_count');
      must(
        source.chunk_size >= 5 * 1024 * 1024 || source.chunk_size === source.video_size,
        'invalid_params: chunk_size',
      );
      const { id } = begun(call, title, { total: source.video_size, received: 0, chunk: source.chunk_size, count });
      return ok({ publish_id: id, upload_url: call.base(`open-upload.tiktokapis.com/video/${id}`) });
    },
    photo: async (call) => {
      const { photo_images: urls } = call.body['source_info'] as { photo_images: string[] };
      const sizes = await Promise.all(urls.map(async (url) => (await call.fetched(url)).bytes.length));
      const { description = '' } = call.body['post_info'] as { description?: string };
      return ok({
        publish_id: begun(
          call,
          description,
          {},
          sizes.reduce((sum, size) => sum + size, 0),
        ).id,
      });
    },
    status: statusOf,
    bytes: ({ world, path, request }) => {
      const { more } = found(world, path['id']);
      const [, start, end, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(request.headers['content-range'] ?? '') ?? [];
      must(Number(start) === more['received'] && Number(total) === more['total'], 'the range is not the next', 416);
      must(request.bytes.length === Number(end) - Number(start) + 1, 'the range has another length', 400);
      more['received'] = Number(end) + 1;
      return { status: more['received'] === more['total'] ? 201 : 206 };
    },
    list: ({ world, account }) =>
      ok({
        videos: world
          .of('post', account.id)
          .map(({ id, text: title, createdAt }) => ({ id, title, create_time: Math.floor(createdAt / 1000) })),
        has_more: false,
        cursor: 0,
      }),
    query: ({ world, body }) => {
      const { video_ids: ids } = body['filters'] as { video_ids: string[] };
      return ok({
        videos: ids.flatMap((id) => {
          const video = world.get(id);
          return video
            ? [
                {
                  id,
                  create_time: Math.floor(video.createdAt / 1000),
                  view_count: 90,
                  like_count: 5,
                  comment_count: 3,
                  share_count: 4,
                },
              ]
            : [];
        }),
      });
    },
    comments: (call) => commentsUnder(call, call.query['video_id']),
    answers: (call) => commentsUnder(call, call.query['comment_id']),
    comment: ({ world, account, body }) => {
      found(world, body['video_id']);
      const made = {
        kind: 'comment',
        account: account.id,
        parent: String(body['video_id']),
        text: String(body['text']),
      } as const;
      return fine({ comment_id: world.put({ ...made, more: { owner: true } }).id });
    },
    answer: ({ world, account, body }) => {
      found(world, body['comment_id']);
      const made = {
        kind: 'comment',
        account: account.id,
        parent: String(body['comment_id']),
        text: String(body['text']),
      } as const;
      return fine({ comment_id: world.put({ ...made, more: { owner: true, top: body['comment_id'] } }).id });
    },
    hide: ({ world, body }) => {
      found(world, body['comment_id']).more['isHidden'] = body['action'] === 'HIDE';
      return fine({});
    },
  },
};

/** TikTok docs: "Webhook verification". */
export const tiktokReport = (secret: string, value: object) => {
  const body = JSON.stringify(value);
  const seconds = Math.floor(Date.now() / 1000);
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return { body, headers: { 'content-type': 'application/json', 'tiktok-signature': `t=${seconds},s=${mac}` } };
};
