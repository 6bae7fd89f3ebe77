import { createDecipheriv } from 'node:crypto';
import {
  having,
  list,
  oneOf,
  only,
  text,
  flag,
  type Contract,
  type Deed,
  type Operation,
  type Schema,
} from '../engine/contract.ts';
import { consentBehaviours, consentOperations, type ConsentRules } from '../engine/consent.ts';
import { type Call, must, type LivePlatform, type Reply } from '../engine/live-platform.ts';
import type { LiveObject } from '../engine/world.ts';

const docs = 'https://developers.snap.com/api/marketing-api/Public-Profile-API';
const rules: ConsentRules = {
  platform: 'SNAPCHAT',
  client: 'form',
  rotates: true,
  expiresIn: 1800,
  scopes: ['snapchat-profile-api'],
  page: 'accounts.snapchat.com/login/oauth2/authorize',
  tokenAt: 'accounts.snapchat.com/login/oauth2/access_token',
  source: 'https://developers.snap.com/api/marketing-api/Ads-API/authentication',
};
const host = 'businessapi.snapchat.com/v1';
const at = (
  method: Operation['method'],
  path: string,
  deed: Deed | readonly Deed[],
  reference: string,
  more: Partial<Operation> = {},
): Operation => ({
  method,
  at: `${host}/${path}`,
  deed,
  authentication: 'bearer',
  source: `${docs}/${reference}`,
  ...more,
});
const json = (schema: Schema): Pick<Operation, 'body'> => ({ body: { as: 'json', schema } });
const base64 = (length: number): Schema => text({ pattern: `^[A-Za-z0-9+/]{${length}}={0,2}$` });
const profile = 'public_profiles/{profile}';

const contract: Contract = {
  platform: 'SNAPCHAT',
  origin: 'documentation',
  from: 'Public Profile API v1',
  operations: {
    ...consentOperations(rules),
    mine: at('GET', 'public_profiles/my_profile', ['connect', 'insights'], 'Profiles', {
      answer: having({ public_profile: having({ id: text(), display_name: text() }) }),
    }),
    media: at('POST', `${profile}/media`, 'upload', 'ProfileAssetManagement', {
      ...json(only({ type: oneOf('VIDEO', 'IMAGE'), name: text(), key: base64(43), iv: base64(22) })),
    }),
    part: {
      ...at('POST', `${profile}/media/{media}/multipart-upload`, 'upload', 'ProfileAssetManagement'),
      body: {
        as: 'multipart',
        files: ['file?'],
        schema: only({ action: oneOf('ADD', 'FINALIZE'), 'part_number?': text({ pattern: '^\\d+$' }) }),
      },
    },
    story: at('POST', `${profile}/stories`, 'publish', 'ProfileAssetManagement', {
      ...json(only({ media_id: text() })),
    }),
    spotlight: at('POST', `${profile}/spotlights`, 'publish', 'ProfileAssetManagement', {
      ...json(
        only({
          media_id: text(),
          description: { type: 'string', maxLength: 160 },
          locale: text({ pattern: '^[a-z]{2}_[A-Z]{2}$' }),
          'skip_save_to_profile?': flag,
        }),
      ),
    }),
    savedStory: at('POST', `${profile}/saved_stories`, 'publish', 'ProfileAssetManagement', {
      ...json(
        only({
          saved_stories: list(
            only({ title: text({ maxLength: 45 }), snap_sources: list(only({ media_id: text() }), { minItems: 1 }) }),
            { minItems: 1 },
          ),
        }),
      ),
    }),
    asset: at('GET', `${profile}/{edge}/{asset}`, 'delete', 'ProfileAssetManagement'),
    remove: at('DELETE', `${profile}/{edge}/{asset}`, 'delete', 'ProfileAssetManagement'),
    stats: at('GET', `${profile}/{edge}/{asset}/stats`, 'insights', 'ProfileStats', {
      query: only({ granularity: oneOf('LIFETIME', 'TOTAL', 'DAY') }),
    }),
  },
};

const success = (more: object): Reply => ({ json: { request_status: 'SUCCESS', request_id: 'request', ...more } });
const own = ({ path, account }: Call): void =>
  must(path['profile'] === account.id, 'E1007: the profile is another’s', 403);

/** The bytes of all parts, decrypted with the key that was registered (AES-256-CBC). */
const decrypted = ({ more }: LiveObject): number => {
  const parts = Object.values(more['parts'] as Record<string, Buffer>);
  const decipher = createDecipheriv(
    'aes-256-cbc',
    Buffer.from(String(more['key']), 'base64'),
    Buffer.from(String(more['iv']), 'base64'),
  );
  try {
    return Buffer.concat([decipher.update(Buffer.concat(parts)), decipher.final()]).length;
  } catch {
    return 0;
  }
};

const posted = (call: Call, mediaId: string, words: string): LiveObject => {
  own(call);
  const { world, account } = call;
  const media = world.get(mediaId);
  must(media?.kind === 'upload', 'E2002: the media is not there');
  must(media.mediaBytes > 0, 'E2002: the media cannot be decrypted');
  return world.put({ ...media, id: `${world.nextNumber()}`, kind: 'post', account: account.id, text: words, more: {} });
};

/** Media is looked at for a moment after it is whole. */
const busy = ({ world }: Call, mediaId: string): Reply | undefined => {
  const media = world.get(mediaId);
  if (media?.more['looked'] !== false) return undefined;
  media.more['looked'] = true;
  return {
    status: 400,
    json: { request_status: 'ERROR', error_code: 'MEDIA_PROCESSING', debug_message: 'The media is processing' },
  };
};

export const snapchat: LivePlatform = {
  contract,
  refusal: (status, message) => ({
    status,
    json: {
      request_status: 'ERROR',
      error_code: status === 401 ? 'E1002' : message.split(':')[0],
      debug_message: message,
    },
  }),
  behaviours: {
    ...consentBehaviours(rules),
    mine: ({ account }) =>
      success({
        public_profile: {
          id: account.id,
          display_name: account.name,
          snap_user_name: account.username,
          subscriber_count: '12',
        },
      }),
    media: (call) => {
      own(call);
      const { world, account, body } = call;
      const { key, iv } = body as { key: string; iv: string };
      const { id } = world.put({ kind: 'upload', account: account.id, more: { key, iv, parts: {}, looked: false } });
      const path = `/v1/public_profiles/${account.id}/media/${id}/multipart-upload`;
      return success({ media_id: id, add_path: path, finalize_path: path });
    },
    part: (call) => {
      own(call);
      const { world, path, body, files } = call;
      const media = world.get(path['media']);
      must(media, 'E2006: the media is not there', 404);
      if (body['action'] === 'FINALIZE') {
        world.put({ ...media, mediaBytes: decrypted(media) });
        return success({});
      }
      const { bytes } = files['file'] ?? { bytes: Buffer.alloc(0) };
      must(bytes.length > 0 && bytes.length <= 32 * 1024 * 1024 + 16, 'E2001: a part has at most 32 megabytes');
      (media.more['parts'] as Record<string, Buffer>)[String(body['part_number'])] = bytes;
      return success({});
    },
    story: (call) =>
      busy(call, String(call.body['media_id'])) ??
      success({ request_id: posted(call, String(call.body['media_id']), '').id }),
    spotlight: (call) =>
      busy(call, String(call.body['media_id'])) ??
      success({ spotlight_id: posted(call, String(call.body['media_id']), String(call.body['description'])).id }),
    savedStory: (call) => {
      const [first] = call.body['saved_stories'] as { title: string; snap_sources: { media_id: string }[] }[];
      const mediaId = first?.snap_sources[0]?.media_id ?? '';
      return (
        busy(call, mediaId) ??
        success({
          saved_stories: [
            { sub_request_status: 'SUCCESS', saved_story: { id: posted(call, mediaId, first?.title ?? '').id } },
          ],
        })
      );
    },
    asset: ({ world, path }) => {
      const object = world.get(path['asset']);
      if (!object)
        return { status: 404, json: { request_status: 'ERROR', error_code: 'E2006', debug_message: 'Not found' } };
      return success({ id: object.id });
    },
    remove: (call) => {
      own(call);
      const object = call.world.get(call.path['asset']);
      must(object, 'E2006: Not found', 404);
      object.isDeleted = true;
      return success({});
    },
    stats: () =>
      success({ lifetime_stats: [{ lifetime_stat: { stats: { VIEWS: 90, VIEWERS: 70, SHARES: 4, FAVORITES: 5 } } }] }),
  },
};
