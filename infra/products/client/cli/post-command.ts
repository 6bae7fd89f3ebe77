import type { Schemas, ServiceClient } from '../client.ts';
import { orThrow } from '../api-error.ts';
import { paginate } from '../paginate.ts';
import { importMedia, uploadMedia } from '../upload.ts';
import type { UploadProgress } from '../upload-file.ts';
import { waitUntilPublished } from '../wait-until.ts';
import { UsageError } from './fault.ts';

export type Account = Readonly<{ id: string; platform: string; username: string; displayName: string; status: string }>;

export const accountsOf = async (client: ServiceClient): Promise<readonly Account[]> => {
  const found: Account[] = [];
  const ask = (at: { cursor?: string }) => client.GET('/v1/accounts', { params: { query: { ...at, limit: 100 } } });
  for await (const { id, platform, username, displayName, status } of paginate(ask))
    found.push({ id, platform, username, displayName: displayName ?? '', status });
  return found;
};

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const platformsOf = (accounts: readonly Account[]): string =>
  [...new Set(accounts.map(({ platform }) => platform))].sort().join(', ') || 'no platform';

/** The accounts that `--to` means: by id, by @username, or the one of a platform. */
export const chosenAccounts = (accounts: readonly Account[], wanted: readonly string[]): readonly string[] => {
  if (wanted.length === 0) throw new UsageError('Where to? --to takes a platform, an @username or an id');
  const ids = wanted
    .flatMap((each) => each.split(','))
    .map((word) => {
      const found = accounts.filter(
        ({ id, platform, username }) =>
          id === word || same(platform, word) || (word.startsWith('@') && same(`@${username.replace(/^@/, '')}`, word)),
      );
      const [first, ...others] = found;
      if (first === undefined)
        throw new UsageError(
          `No account is ${word}. There are accounts of ${platformsOf(accounts)}: social accounts lists them`,
        );
      if (others.length > 0)
        throw new UsageError(
          `${word} are several accounts: ${found.map(({ id, username }) => `${id} (${username})`).join(', ')}`,
        );
      return first.id;
    });
  return [...new Set(ids)];
};

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The time of `--at`: ISO 8601, or from now. */
export const timeOf = (text: string, now: Date): string => {
  const [, count, unit = ''] = /^\+(\d+)([mhd])$/.exec(text) ?? [];
  if (count !== undefined) return new Date(now.getTime() + Number(count) * (units[unit] ?? 0)).toISOString();
  const at = new Date(text);
  if (Number.isNaN(at.getTime()))
    throw new UsageError(`--at ${text} is no time: 2031-05-01T09:00:00Z or +30m, +2h, +1d for example`);
  return at.toISOString();
};

const isAddress = (media: string): boolean => media.startsWith('https://');

/** Uploads or imports each file, in their order. */
const mediaIdsOf = async (
  client: ServiceClient,
  media: readonly string[],
  onProgress: (progress: UploadProgress) => void,
): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (const each of media)
    ids.push((isAddress(each) ? await importMedia(client, each) : await uploadMedia(client, each, { onProgress })).id);
  return ids;
};

export type WantedPost = Readonly<{
  text: string;
  to: readonly string[];
  media: readonly string[];
  at: string | undefined;
  draft: boolean;
  wait: boolean;
  timeoutMs: number;
  idempotencyKey: string | undefined;
  onProgress: (progress: UploadProgress) => void;
}>;

type Post = Schemas['Post'];

/** Creates the post; publishes it at once unless it is a draft or has a time. */
export const createPost = async (client: ServiceClient, wanted: WantedPost): Promise<Post> => {
  const { text, at, draft, idempotencyKey } = wanted;
  if (draft && wanted.wait) throw new UsageError('A draft is not published: --draft and --wait exclude each other');
  const scheduledFor = at === undefined ? undefined : timeOf(at, new Date());
  const accountIds = chosenAccounts(await accountsOf(client), wanted.to);
  const mediaIds = await mediaIdsOf(client, wanted.media, wanted.onProgress);
  const body = {
    content: text,
    accountIds: [...accountIds],
    ...(mediaIds.length > 0 ? { mediaIds: [...mediaIds] } : {}),
    ...(scheduledFor === undefined ? {} : { scheduledFor }),
    ...(draft ? { saveAsDraft: true } : {}),
  };
  const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
  const created = orThrow(await client.POST('/v1/posts', { body, headers }));
  if (draft) return created;
  const post = scheduledFor === undefined ? await publish(client, created, idempotencyKey) : created;
  return wanted.wait ? waitUntilPublished(client, post, { timeoutMs: wanted.timeoutMs }) : post;
};

/** A repeat with the same key finds the first publication, too. */
const publish = async (client: ServiceClient, { id }: Post, key: string | undefined): Promise<Post> => {
  const headers = key === undefined ? {} : { 'idempotency-key': `${key}-publish` };
  return orThrow(await client.POST('/v1/posts/{id}/publish', { params: { path: { id } }, headers }));
};
