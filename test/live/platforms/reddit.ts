import {
  having,
  oneOf,
  only,
  text,
  whole,
  flag,
  list,
  words,
  type Contract,
  type Deed,
  type Operation,
  type Schema,
} from '../engine/contract.ts';
import { consentBehaviours, consentOperations, type ConsentRules } from '../engine/consent.ts';
import { type Behaviour, must, type LivePlatform, type Reply } from '../engine/live-platform.ts';
import type { LiveObject, World } from '../engine/world.ts';

const docs = 'https://www.reddit.com/dev/api';
const agent = { 'user-agent': text({ pattern: '^[\\w-]+:[\\w.-]+:[\\w.-]+ \\(by /u/[\\w-]{3,20}\\)$' }) };
const rules: ConsentRules = {
  platform: 'REDDIT',
  client: 'basic',
  expiresIn: 86_400,
  pageFields: { duration: { const: 'permanent' } },
  page: 'www.reddit.com/api/v1/authorize',
  tokenAt: 'www.reddit.com/api/v1/access_token',
  source: 'https://github.com/reddit-archive/reddit/wiki/OAuth2',
  scopes: ['identity', 'submit', 'edit', 'read', 'history', 'flair', 'mysubreddits', 'privatemessages', 'modposts'],
  person: (number) => ({ id: `u${number}`, username: `zoe_${number}` }),
};

const at = (
  method: Operation['method'],
  path: string,
  deed: Deed | readonly Deed[],
  more: Partial<Operation> = {},
): Operation => ({
  method,
  at: `oauth.reddit.com/${path}`,
  deed,
  authentication: 'bearer',
  headers: agent,
  source: `${docs}#${method}_${path.replaceAll('/', '_')}`,
  query: only({ 'raw_json?': { type: 'integer', const: 1 } }),
  ...more,
});
const query = (fields: Readonly<Record<string, Schema>>): Pick<Operation, 'query'> => ({
  query: only({ 'raw_json?': { type: 'integer', const: 1 }, ...fields }),
});
const form = (schema: Schema): Pick<Operation, 'body'> => ({ body: { as: 'form', schema } });
const thing = text({ pattern: '^t[1-6]_[0-9a-z]+$' });
const yes = oneOf('true', 'false');
const listing = {
  'limit?': whole({ minimum: 1, maximum: 500 }),
  'after?': text(),
  'before?': text(),
  'sort?': text(),
  'depth?': whole(),
};

const contract: Contract = {
  platform: 'REDDIT',
  origin: 'documentation',
  from: 'Reddit API, and recorded answers of it (praw-dev/praw tests/integration/cassettes)',
  operations: {
    ...consentOperations(rules),
    revoke: {
      method: 'POST',
      at: 'www.reddit.com/api/v1/revoke_token',
      deed: 'connect',
      authentication: 'basic',
      source: rules.source,
      ...form(only({ token: text(), 'token_type_hint?': oneOf('access_token', 'refresh_token') })),
    },
    me: at('GET', 'api/v1/me', ['connect', 'insights']),
    subscribed: at('GET', 'subreddits/mine/subscriber', 'connect', query(listing)),
    submit: at('POST', 'api/submit', 'publish', {
      ...form(
        only(
          {
            'api_type?': { const: 'json' },
            sr: text(),
            title: text({ maxLength: 300 }),
            kind: oneOf('self', 'link', 'image', 'video', 'videogif'),
            'text?': words,
            'url?': text(),
            'video_poster_url?': text(),
            'resubmit?': yes,
            'sendreplies?': yes,
            'nsfw?': yes,
            'spoiler?': yes,
            'validate_on_submit?': yes,
            'flair_id?': text(),
            'flair_text?': text({ maxLength: 64 }),
          },
          {
            allOf: [
              { if: { properties: { kind: { enum: ['link', 'image', 'video'] } } }, then: { required: ['url'] } },
              { if: { properties: { kind: { const: 'video' } } }, then: { required: ['video_poster_url'] } },
            ],
          },
        ),
      ),
    }),
    gallery: at('POST', 'api/submit_gallery_post.json', 'publish', {
      body: {
        as: 'json',
        schema: having({ sr: text(), title: text(), items: list(having({ media_id: text() })), 'nsfw?': flag }),
      },
    }),
    lease: at('POST', 'api/media/asset.json', 'upload', { ...form(only({ filepath: text(), mimetype: text() })) }),
    store: {
      method: 'POST',
      at: 'reddit-uploaded-media.s3-accelerate.amazonaws.com',
      deed: 'upload',
      authentication: 'none',
      source: 'recorded answers of POST /api/media/asset.json',
      headers: {},
      body: {
        as: 'multipart',
        files: ['file'],
        schema: only({
          acl: text(),
          key: text(),
          'X-Amz-Credential': text(),
          'X-Amz-Algorithm': text(),
          'X-Amz-Date': text(),
          policy: text(),
          'X-Amz-Signature': text(),
          success_action_status: { const: '201' },
          'content-type': text(),
          'x-amz-security-token': text(),
        }),
      },
    },
    submitted: at('GET', 'user/{name}/submitted', 'publish', query(listing)),
    comment: at('POST', 'api/comment', 'comment', {
      ...form(only({ 'api_type?': { const: 'json' }, thing_id: thing, text: text({ maxLength: 10_000 }) })),
    }),
    comments: at('GET', 'comments/{id}', 'receive', query(listing)),
    mentions: at('GET', 'message/mentions', 'receive', query(listing)),
    info: at(
      'GET',
      'api/info',
      ['insights', 'delete'],
      query({ id: text({ pattern: '^t[1-6]_[0-9a-z]+(,t[1-6]_[0-9a-z]+)*$' }) }),
    ),
    remove: at('POST', 'api/del', 'delete', { ...form(only({ id: thing })) }),
  },
};

const base36 = (world: World): string => Number(world.nextNumber()).toString(36);
const things = (children: readonly object[]) => ({ kind: 'Listing', data: { after: null, before: null, children } });
const linkOf = (object: LiveObject, world: World) => ({
  kind: 't3',
  data: {
    name: object.id,
    id: object.id.slice(3),
    title: object.more['title'],
    selftext: object.more['body'] ?? '',
    subreddit: object.more['sr'],
    author: object.isDeleted ? '[deleted]' : world.accounts.get(object.account)?.username,
    created_utc: object.createdAt / 1000,
    permalink: `/r/${String(object.more['sr'])}/comments/${object.id.slice(3)}/`,
    ups: 5,
    score: 5,
    num_comments: 3,
    num_crossposts: 4,
    view_count: null,
    removed_by_category: object.isDeleted ? 'deleted' : null,
  },
});
const commentOf = (object: LiveObject, world: World): object => {
  const inner = world.of('comment').filter(({ parent }) => parent === object.id);
  return {
    kind: 't1',
    data: {
      name: object.id,
      id: object.id.slice(3),
      body: object.text,
      parent_id: object.parent,
      created_utc: object.createdAt / 1000,
      author: object.isDeleted ? '[deleted]' : world.accounts.get(object.account)?.username,
      author_fullname: `t2_${object.account}`,
      permalink: `/comments/x/_/${object.id.slice(3)}/`,
      // An empty text where there are no answers.
      replies: inner.length === 0 ? '' : things(inner.map((each) => commentOf(each, world))),
    },
  };
};
const accepted = (data: object): Reply => ({ json: { json: { errors: [], data } } });

const submit: Behaviour = ({ world, account, body }) => {
  const { kind, url } = body as { kind: string; url?: string };
  const upload = url === undefined ? undefined : world.of('upload').find(({ more }) => more['location'] === url);
  if (kind === 'image' || kind === 'video') must(upload, 'BAD_URL');
  const { id } = world.put({
    id: `t3_${base36(world)}`,
    kind: 'post',
    account: account.id,
    text: `${String(body['title'])}\n${String(body['text'] ?? '')}`,
    mediaBytes: upload?.mediaBytes ?? 0,
    more: { title: body['title'], body: body['text'] ?? '', sr: body['sr'] },
  });
  // A post of media has no id before it is processed.
  if (upload)
    return accepted({
      user_submitted_page: `https://www.reddit.com/user/${account.username}/submitted/`,
      websocket_url: 'wss://ws.example.com/',
    });
  return accepted({
    id: id.slice(3),
    name: id,
    url: `https://www.reddit.com/r/x/comments/${id.slice(3)}/`,
    drafts_count: 0,
  });
};

export const reddit: LivePlatform = {
  contract,
  refusal: (status, message) => ({ status, json: { message, error: status } }),
  behaviours: {
    ...consentBehaviours(rules),
    revoke: ({ world, body }) => {
      const grant = world.tokens.get(String(body['token']));
      for (const [token, { account }] of world.tokens) if (account === grant?.account) world.tokens.delete(token);
      return { status: 204 };
    },
    me: ({ account }) => ({
      json: { id: account.id, name: account.username, total_karma: 70, subreddit: { subscribers: 12 } },
    }),
    subscribed: () => ({ json: things([{ kind: 't5', data: { display_name: 'bread', title: 'Bread by hand' } }]) }),
    submit,
    gallery: ({ world, account, body }) => {
      const uploads = (body['items'] as { media_id: string }[]).map(({ media_id: asset }) => world.get(asset));
      for (const upload of uploads) must(upload?.kind === 'upload', 'INVALID_MEDIA_ID');
      const { id } = world.put({
        id: `t3_${base36(world)}`,
        kind: 'post',
        account: account.id,
        text: `${String(body['title'])}\n${String(body['text'] ?? '')}`,
        mediaBytes: uploads.reduce((sum, upload) => sum + (upload?.mediaBytes ?? 0), 0),
        more: body,
      });
      return accepted({ id, url: `https://www.reddit.com/gallery/${id.slice(3)}` });
    },
    lease: ({ world, account, body, base }) => {
      const { id } = world.put({ kind: 'upload', account: account.id, more: { mimetype: body['mimetype'] } });
      const host = base('reddit-uploaded-media.s3-accelerate.amazonaws.com').replace('https:', '');
      const names = [
        'acl',
        'X-Amz-Credential',
        'X-Amz-Algorithm',
        'X-Amz-Date',
        'policy',
        'X-Amz-Signature',
        'x-amz-security-token',
      ];
      const fields = [
        ...names.map((name) => ({ name, value: `value of ${name}` })),
        { name: 'key', value: `rte_images/${id}` },
        { name: 'success_action_status', value: '201' },
        { name: 'content-type', value: String(body['mimetype']) },
      ];
      return {
        json: {
          args: { action: host, fields },
          asset: { asset_id: id, processing_state: 'incomplete', payload: {}, websocket_url: 'wss://ws.example.com/' },
        },
      };
    },
    store: ({ world, body, files }) => {
      const upload = world.get(String(body['key']).split('/')[1]);
      must(upload, 'AccessDenied', 403);
      const location = `https://reddit-uploaded-media.s3-accelerate.amazonaws.com/${String(body['key'])}`;
      world.put({ ...upload, mediaBytes: files['file']?.bytes.length ?? 0, more: { ...upload.more, location } });
      const encoded = location.replace('rte_images/', 'rte_images%2F');
      return {
        status: 201,
        text: `<PostResponse><Location>${encoded}</Location><Bucket>b</Bucket></PostResponse>`,
        headers: { 'content-type': 'application/xml' },
      };
    },
    submitted: ({ world, account, query }) => {
      const newest = [...world.of('post', account.id)].reverse().slice(0, Number(query['limit'] ?? 25));
      return { json: things(newest.map((each) => linkOf(each, world))) };
    },
    comment: ({ world, account, body }) => {
      const target = world.get(String(body['thing_id']));
      must(target, 'NO_THING_ID');
      const made = world.put({
        id: `t1_${base36(world)}`,
        kind: 'comment',
        account: account.id,
        parent: target.id,
        text: String(body['text']),
      });
      return accepted({ things: [commentOf(made, world)] });
    },
    comments: ({ world, path }) => {
      const post = world.get(`t3_${path['id']}`);
      must(post, 'not found', 404);
      const under = world.of('comment').filter(({ parent }) => parent === post.id);
      return { json: [things([linkOf(post, world)]), things(under.map((each) => commentOf(each, world)))] };
    },
    mentions: () => ({ json: things([]) }),
    info: ({ world, query }) => {
      const object = world.objects.get(String(query['id']));
      return {
        json: things(object ? [object.kind === 'comment' ? commentOf(object, world) : linkOf(object, world)] : []),
      };
    },
    // The same answer in every case.
    remove: ({ world, body, account }) => {
      const object = world.get(String(body['id']));
      if (object?.account === account.id) object.isDeleted = true;
      return { json: {} };
    },
  },
};
