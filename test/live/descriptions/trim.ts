/**
 * Cuts the official descriptions of platforms down to the operations that the service uses: names, types, which fields are required,
 * their limits and examples, without any prose. `node --import tsx test/live/descriptions/trim.ts <folder>` reads checked-out
 * repositories below the folder, by the names that `origins` gives them, and writes the `.json` files beside this script.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { lexicons } from './lexicons.ts';
import { openapi, type Wanted } from './openapi.ts';
import { telegram } from './telegram-methods.ts';

const origins = {
  mastodon: { repository: 'abraham/mastodon-openapi', file: 'dist/schema.json', licence: 'MIT' },
  pinterest: { repository: 'pinterest/api-description', file: 'v5/openapi.json', licence: 'MIT' },
  telegram: { repository: 'PaulSonOfLars/telegram-bot-api-spec', file: 'api.json', licence: 'MIT' },
  bluesky: { repository: 'bluesky-social/atproto', file: 'lexicons', licence: 'MIT or Apache-2.0' },
} as const;
type Name = keyof typeof origins;

const folder = process.argv[2] ?? '.';
const git = (name: Name, ...args: readonly string[]): string =>
  execFileSync('git', ['-C', path.join(folder, origins[name].repository.replace('/', '+'), 'repo'), ...args], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
const fileOf = (name: Name, file: string = origins[name].file): string => git(name, 'show', `HEAD:${file}`);

const mastodon: readonly Wanted[] = [
  ['registerApplication', 'post', '/api/v1/apps'],
  ['token', 'post', '/oauth/token'],
  ['revoke', 'post', '/oauth/revoke'],
  ['verifyCredentials', 'get', '/api/v1/accounts/verify_credentials'],
  ['account', 'get', '/api/v1/accounts/{id}'],
  ['statusesOf', 'get', '/api/v1/accounts/{id}/statuses'],
  ['instance', 'get', '/api/v2/instance'],
  ['createStatus', 'post', '/api/v1/statuses'],
  ['status', 'get', '/api/v1/statuses/{id}'],
  ['deleteStatus', 'delete', '/api/v1/statuses/{id}'],
  ['source', 'get', '/api/v1/statuses/{id}/source'],
  ['context', 'get', '/api/v1/statuses/{id}/context'],
  ['upload', 'post', '/api/v2/media'],
  ['attachment', 'get', '/api/v1/media/{id}'],
  ['notifications', 'get', '/api/v1/notifications'],
];
const pinterest: readonly Wanted[] = [
  ['token', 'post', '/oauth/token'],
  ['userAccount', 'get', '/user_account'],
  ['boards', 'get', '/boards'],
  ['createPin', 'post', '/pins'],
  ['pin', 'get', '/pins/{pin_id}'],
  ['deletePin', 'delete', '/pins/{pin_id}'],
  ['analytics', 'get', '/pins/{pin_id}/analytics'],
  ['pinsOf', 'get', '/boards/{board_id}/pins'],
  ['registerMedia', 'post', '/media'],
  ['media', 'get', '/media/{media_id}'],
];
const telegramMethods = [
  'getMe',
  'getChat',
  'getChatMember',
  'getChatMemberCount',
  'sendMessage',
  'sendPhoto',
  'sendVideo',
  'sendAnimation',
  'sendDocument',
  'sendMediaGroup',
  'deleteMessage',
  'setWebhook',
  'deleteWebhook',
  'getWebhookInfo',
];
const nsids = [
  'com.atproto.repo.putRecord',
  'com.atproto.repo.getRecord',
  'com.atproto.repo.deleteRecord',
  'com.atproto.repo.uploadBlob',
  'com.atproto.identity.resolveHandle',
  'com.atproto.server.getSession',
  'app.bsky.feed.getPosts',
  'app.bsky.feed.getPostThread',
  'app.bsky.actor.getProfile',
  'app.bsky.notification.listNotifications',
  'chat.bsky.convo.getConvoForMembers',
  'chat.bsky.convo.sendMessage',
  'app.bsky.feed.post',
  'app.bsky.feed.threadgate',
];

const write = (name: Name, described: Readonly<{ version: string; [more: string]: unknown }>): void => {
  const { repository, licence } = origins[name];
  const commit = git(name, 'rev-parse', 'HEAD').trim();
  const origin = { repository, commit, file: origins[name].file, licence };
  writeFileSync(
    path.join(import.meta.dirname, `${name}.json`),
    `${JSON.stringify({ origin, ...described }, null, 1)}\n`,
  );
};

write('mastodon', openapi(JSON.parse(fileOf('mastodon')), 'mastodon.social', mastodon));
write('pinterest', openapi(JSON.parse(fileOf('pinterest')), 'api.pinterest.com/v5', pinterest));
write('telegram', telegram(JSON.parse(fileOf('telegram')), telegramMethods));
write(
  'bluesky',
  lexicons((nsid) => JSON.parse(fileOf('bluesky', `lexicons/${nsid.replaceAll('.', '/')}.json`)), nsids),
);
