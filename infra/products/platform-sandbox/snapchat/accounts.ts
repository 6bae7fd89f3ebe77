import { randomUUID } from 'node:crypto';
import type { SandboxWorld } from '../platform.ts';
import type { SandboxAccount } from '../store.ts';

/** A new public profile. */
export const createProfile = async (
  world: SandboxWorld,
  wants: Readonly<{ workspaceId: string | null; username?: string }>,
): Promise<SandboxAccount> => {
  const nativeId = randomUUID();
  const username = wants.username ?? `sandbox-${nativeId.slice(0, 8)}`;
  const account: SandboxAccount = {
    platform: 'SNAPCHAT',
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

export const avatarOf = ({ nativeId }: SandboxAccount): string => `https://cf-st.sc-cdn.net/aps/${nativeId}.png`;
