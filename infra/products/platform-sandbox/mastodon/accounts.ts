import type { SandboxWorld } from '../platform.ts';
import { snowflake } from '../snowflake.ts';
import type { JsonObject, SandboxAccount } from '../store.ts';

export const defaultInstance = 'https://mastodon.social';

/** Mastodon's ids: milliseconds since 1970, then sixteen bits. */
export const newId = (world: SandboxWorld): Promise<string> => snowflake(world, 0n, 16n);

export const createAccount = async (
  world: SandboxWorld,
  wants: Readonly<{ workspaceId: string | null; instance: string; username?: string }>,
): Promise<SandboxAccount> => {
  const nativeId = await newId(world);
  const username = wants.username ?? `sandbox_${nativeId.slice(-8)}`;
  const account: SandboxAccount = {
    platform: 'MASTODON',
    nativeId,
    workspaceId: wants.workspaceId,
    username,
    displayName: `Sandbox ${username.slice(-8)}`,
    data: { instance: wants.instance },
    createdAt: world.now().toISOString(),
  };
  await world.store.putAccount(account);
  return account;
};

export const instanceOf = (account: SandboxAccount): string => String(account.data['instance'] ?? defaultInstance);

/** The account as the API returns it to its owner. */
export const shownAccount = (account: SandboxAccount, metrics: Readonly<Record<string, number>> = {}): JsonObject => ({
  id: account.nativeId,
  username: account.username,
  acct: account.username,
  display_name: account.displayName,
  url: `${instanceOf(account)}/@${account.username}`,
  avatar: `${instanceOf(account)}/avatars/original/missing.png`,
  created_at: account.createdAt,
  followers_count: metrics['followers_count'] ?? metrics['followers'] ?? 0,
  following_count: metrics['following_count'] ?? 0,
  statuses_count: metrics['statuses_count'] ?? metrics['posts'] ?? 0,
});

/** Another person, of whom only their texts are known. */
export const shownStranger = (instance: string, id: string, username: string): JsonObject => ({
  id,
  username,
  acct: username,
  display_name: username,
  url: `${instance}/@${username}`,
  avatar: `${instance}/avatars/original/missing.png`,
  followers_count: 0,
  following_count: 0,
  statuses_count: 0,
});
