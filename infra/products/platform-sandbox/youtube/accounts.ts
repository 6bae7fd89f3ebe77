import { newSecret } from '../grants.ts';
import type { SandboxWorld } from '../platform.ts';
import type { SandboxAccount } from '../store.ts';

/** Eleven letters. */
export const newVideoId = (): string => newSecret(9).slice(0, 11);
export const newCommentId = (): string => `Ug${newSecret(18)}AaABAg`.replace('.', '_');

export const createChannel = async (
  world: SandboxWorld,
  wants: Readonly<{ workspaceId: string | null; username?: string }>,
): Promise<SandboxAccount> => {
  const id = newSecret(17).slice(0, 22);
  const username =
    wants.username ??
    `sandbox${id
      .slice(-8)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '0')}`;
  const account: SandboxAccount = {
    platform: 'YOUTUBE',
    nativeId: `UC${id}`,
    workspaceId: wants.workspaceId,
    username,
    displayName: `Sandbox Channel ${username.slice(-8)}`,
    data: {},
    createdAt: world.now().toISOString(),
  };
  await world.store.putAccount(account);
  return account;
};

export const avatarOf = ({ nativeId }: SandboxAccount): string =>
  `https://yt3.ggpht.com/ytc/${nativeId}=s88-c-k-c0x00ffffff-no-rj`;

/** The playlist of everything the channel has uploaded. */
export const uploadsOf = ({ nativeId }: SandboxAccount): string => `UU${nativeId.slice(2)}`;
