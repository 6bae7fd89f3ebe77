import { newSecret } from '../grants.ts';
import type { SandboxWorld } from '../platform.ts';
import { snowflake } from '../snowflake.ts';
import type { SandboxAccount } from '../store.ts';

/** TikTok's post ids: seconds since 1970, then thirty-two bits. */
export const newPostId = async (world: SandboxWorld): Promise<string> => {
  const seconds = BigInt(Math.floor(world.now().getTime() / 1000));
  return ((seconds << 32n) | (BigInt(await world.store.next()) % (1n << 32n))).toString();
};

/** A new creator. A `business` account has a second token, for the Business Accounts API. */
export const createCreator = async (
  world: SandboxWorld,
  wants: Readonly<{ workspaceId: string | null; username?: string; accountType?: string }>,
): Promise<SandboxAccount> => {
  const number = await snowflake(world);
  const username = wants.username ?? `sandbox${number.slice(-8)}`;
  const account: SandboxAccount = {
    platform: 'TIKTOK',
    nativeId: `-000${newSecret(24)}`,
    workspaceId: wants.workspaceId,
    username,
    displayName: `Sandbox ${username.slice(-8)}`,
    ...(wants.accountType !== undefined && { accountType: wants.accountType }),
    data: {},
    createdAt: world.now().toISOString(),
  };
  await world.store.putAccount(account);
  return account;
};

export const avatarOf = ({ nativeId }: SandboxAccount): string =>
  `https://p16-sign.tiktokcdn-us.com/${encodeURIComponent(nativeId)}/avatar.jpeg`;

/** The privacy options of a public account. */
export const privacyLevels = ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'] as const;
export const maxVideoSeconds = 600;
