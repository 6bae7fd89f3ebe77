import type { SandboxWorld } from '../platform.ts';
import { snowflake } from '../snowflake.ts';
import type { SandboxAccount } from '../store.ts';

/** A new person on X. */
export const createAccount = async (
  world: SandboxWorld,
  wants: Readonly<{ workspaceId: string | null; username?: string }>,
): Promise<SandboxAccount> => {
  const nativeId = await snowflake(world);
  const username = wants.username ?? `sandbox_${nativeId.slice(-8)}`;
  const account: SandboxAccount = {
    platform: 'TWITTER',
    nativeId,
    workspaceId: wants.workspaceId,
    username,
    displayName: `Sandbox ${username.slice(-8)}`,
    data: {},
    createdAt: world.now().toISOString(),
  };
  await world.store.putAccount(account);
  return account;
};

export const avatarOf = (account: SandboxAccount): string =>
  `https://pbs.twimg.com/profile_images/${account.nativeId}/avatar_normal.jpg`;
