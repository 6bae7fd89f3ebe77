import { only, text, oneOf, type Contract, type Schema } from '../engine/contract.ts';
import { consentBehaviours, consentOperations, type ConsentRules } from '../engine/consent.ts';
import { described, type Described } from '../engine/described.ts';
import { exampleOf } from '../engine/example.ts';
import { must, type LivePlatform } from '../engine/live-platform.ts';
import type { LiveObject } from '../engine/world.ts';
import document from '../descriptions/pinterest.json' with { type: 'json' };

const { origin, version } = document;
const given = document.schemas as unknown as Record<string, Schema>;
const operations = document.operations as unknown as Record<string, Described>;
const docs = 'https://developers.pinterest.com/docs/api/v5';

/** Requests of closed objects: the document leaves them open, and names no required field of a pin. */
const closed = (schema: Schema | undefined, ...required: readonly string[]): Schema => ({
  ...schema,
  additionalProperties: false,
  required: [...((schema?.['required'] as string[] | undefined) ?? []), ...required],
});
const schemas: Record<string, Schema> = {
  ...given,
  PinCreate: closed(given['PinCreate'], 'board_id', 'media_source'),
  MediaUploadCreate: closed(given['MediaUploadCreate']),
  PinMediaSourceImageURL: closed(given['PinMediaSourceImageURL']),
  PinMediaSourceVideoID: closed(given['PinMediaSourceVideoID']),
  PinMediaSourceImagesURL: closed(given['PinMediaSourceImagesURL']),
};

const rules: ConsentRules = {
  platform: 'PINTEREST',
  page: 'www.pinterest.com/oauth/',
  tokenAt: 'api.pinterest.com/v5/oauth/token',
  separator: ',',
  client: 'basic',
  source: 'https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/',
  scopes: ['user_accounts:read', 'boards:read', 'boards:write', 'pins:read', 'pins:write'],
  exchangeFields: { 'continuous_refresh?': oneOf('true', 'false') },
  rotates: true,
  expiresIn: 2_592_000,
  more: { response_type: 'authorization_code', refresh_token_expires_in: 5_184_000 },
};

/** Lists in a query are separated by commas. The document's own form of this one matches two choices at a time. */
const metrics = [
  'IMPRESSION',
  'OUTBOUND_CLICK',
  'PIN_CLICK',
  'SAVE',
  'SAVE_RATE',
  'TOTAL_COMMENTS',
  'TOTAL_REACTIONS',
].join('|');
const analyticsQuery = {
  ...operations['analytics']?.query,
  properties: {
    ...(operations['analytics']?.query?.['properties'] as object),
    metric_types: { type: 'string', pattern: `^(${metrics})(,(${metrics}))*$` },
  },
};

const contract: Contract = {
  platform: 'PINTEREST',
  origin: 'description',
  from: `${origin.repository} ${origin.file} ${version}, ${origin.licence}`,
  schemas,
  operations: {
    ...consentOperations({ ...rules, page: 'www.pinterest.com/oauth' }),
    userAccount: described(operations['userAccount'], ['connect', 'insights'], 'bearer', `${docs}/user_account-get`),
    boards: described(operations['boards'], 'connect', 'bearer', `${docs}/boards-list`),
    createPin: described(operations['createPin'], 'publish', 'bearer', `${docs}/pins-create`),
    pin: described(operations['pin'], 'delete', 'bearer', `${docs}/pins-get`),
    deletePin: described(operations['deletePin'], 'delete', 'bearer', `${docs}/pins-delete`),
    analytics: described(operations['analytics'], 'insights', 'bearer', `${docs}/pins-analytics`, {
      query: analyticsQuery,
    }),
    pinsOf: described(operations['pinsOf'], 'publish', 'bearer', `${docs}/boards-list_pins`),
    registerMedia: described(operations['registerMedia'], 'upload', 'bearer', `${docs}/media-create`),
    media: described(operations['media'], 'upload', 'bearer', `${docs}/media-get`),
    store: {
      method: 'POST',
      at: 'pinterest-media-upload.s3-accelerate.amazonaws.com',
      deed: 'upload',
      authentication: 'none',
      source: `${docs}/media-create`,
      origin: 'documentation',
      body: {
        as: 'multipart',
        files: ['file'],
        schema: only({
          key: text(),
          policy: text(),
          'x-amz-algorithm': { const: 'AWS4-HMAC-SHA256' },
          'x-amz-credential': text(),
          'x-amz-date': text(),
          'x-amz-security-token': text(),
          'x-amz-signature': text(),
          'Content-Type': text(),
        }),
      },
    },
  },
};

const shapeOf = (name: string): object => exampleOf({ $ref: `#/schemas/${name}` }, schemas) as object;
const pinOf = (pin: LiveObject) => ({
  ...shapeOf('Pin'),
  id: pin.id,
  created_at: new Date(pin.createdAt).toISOString(),
  board_id: String(pin.more['board']),
  title: String(pin.more['title'] ?? ''),
  description: pin.text,
});

const behaviours = consentBehaviours(rules);

export const pinterest: LivePlatform = {
  contract,
  refusal: (status, message) => ({ status, json: { code: status === 404 ? 50 : 1, message } }),
  behaviours: {
    ...behaviours,
    refresh: async (call) => {
      const { json, ...reply } = await behaviours.refresh(call);
      return { ...reply, json: { ...(json as object), response_type: 'refresh_token', scope: rules.scopes.join(' ') } };
    },
    userAccount: ({ account }) => ({
      json: {
        ...shapeOf('Account'),
        id: account.id,
        username: account.username,
        account_type: 'BUSINESS',
        business_name: account.name,
        follower_count: 12,
        pin_count: 7,
      },
    }),
    boards: ({ account }) => ({
      json: {
        items: ['Recipes', 'Rooms'].map((name, index) => ({
          ...shapeOf('Board'),
          id: `${account.id}${index}`,
          name,
          privacy: 'PUBLIC',
        })),
        bookmark: null,
      },
    }),
    createPin: async ({ world, account, body, fetched }) => {
      const source = body['media_source'] as {
        url?: string;
        items?: { url: string }[];
        media_id?: string;
        cover_image_url?: string;
        cover_image_key_frame_time?: number;
      };
      const board = String(body['board_id']);
      must(board.startsWith(account.id), 'Board not found.', 404);
      const film = source.media_id === undefined ? undefined : world.get(source.media_id);
      if (source.media_id !== undefined) {
        must(film?.more['status'] === 'succeeded', 'the video is not ready');
        must(
          source.cover_image_url !== undefined || source.cover_image_key_frame_time !== undefined,
          'a video needs a cover image',
        );
      }
      const images = (source.items ?? [{ url: String(source.url) }]).map(({ url }) => url);
      const pictures = await Promise.all(film ? [] : images.map(async (url) => (await fetched(url)).bytes.length));
      const bytes = pictures.reduce((sum, size) => sum + size, film?.mediaBytes ?? 0);
      const pin = world.put({
        kind: 'post',
        account: account.id,
        text: String(body['description'] ?? ''),
        mediaBytes: bytes,
        more: { board, title: body['title'] },
      });
      return { status: 201, json: pinOf(pin) };
    },
    pin: ({ world, path }) => {
      const pin = world.get(path['pin_id']);
      must(pin, 'Pin not found.', 404);
      return { json: pinOf(pin) };
    },
    deletePin: ({ world, path, account }) => {
      const pin = world.get(path['pin_id']);
      must(pin?.account === account.id, 'Pin not found.', 404);
      pin.isDeleted = true;
      return { status: 204 };
    },
    analytics: ({ query }) => {
      const asked = String(query['metric_types']).split(',');
      const figures = {
        IMPRESSION: 90,
        PIN_CLICK: 6,
        OUTBOUND_CLICK: 5,
        SAVE: 4,
        TOTAL_COMMENTS: 3,
        TOTAL_REACTIONS: 2,
      };
      const counted = Object.fromEntries(Object.entries(figures).filter(([name]) => asked.includes(name)));
      return { json: { all: { daily_metrics: [], lifetime_metrics: counted, summary_metrics: counted } } };
    },
    pinsOf: ({ world, path }) => ({
      json: {
        items: world
          .of('post')
          .filter(({ more }) => more['board'] === path['board_id'])
          .map(pinOf),
        bookmark: null,
      },
    }),
    registerMedia: ({ world, account, base }) => {
      const upload = world.put({ kind: 'upload', account: account.id, more: { status: 'registered' } });
      const names = ['x-amz-credential', 'x-amz-date', 'x-amz-security-token', 'x-amz-signature', 'policy'];
      return {
        json: {
          media_id: upload.id,
          media_type: 'video',
          upload_url: base('pinterest-media-upload.s3-accelerate.amazonaws.com'),
          upload_parameters: {
            ...Object.fromEntries(names.map((name) => [name, `value of ${name}`])),
            key: `uploads/${upload.id}`,
            'x-amz-algorithm': 'AWS4-HMAC-SHA256',
            'Content-Type': 'multipart/form-data',
          },
        },
      };
    },
    store: ({ world, body, files }) => {
      const upload = world.get(String(body['key']).split('/')[1]);
      must(upload, 'AccessDenied', 403);
      world.put({ ...upload, mediaBytes: files['file']?.bytes.length ?? 0, more: { status: 'processing' } });
      return { status: 204 };
    },
    media: ({ world, path }) => {
      const upload = world.get(path['media_id']);
      must(upload, 'Media not found.', 404);
      const status = upload.more['status'];
      if (status === 'processing') upload.more['status'] = 'succeeded';
      return { json: { ...shapeOf('Media'), media_id: upload.id, media_type: 'video', status } };
    },
  },
};
