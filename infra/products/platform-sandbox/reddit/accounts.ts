import { issuer } from '../issue.ts';
import type { SandboxWorld } from '../platform.ts';
import type { SandboxAccount } from '../store.ts';

export const accessSeconds = 86_400;
export const everyScope = 'identity submit edit read history flair mysubreddits privatemessages modposts';

/** Ids count upwards in base 36; those of today have seven digits. */
export const newId36 = async (world: SandboxWorld): Promise<string> =>
  (60_000_000_000 + (await world.store.next())).toString(36);

export const createPerson = async (
  world: SandboxWorld,
  wants: Readonly<{ workspaceId: string | null; username?: string }>,
): Promise<SandboxAccount> => {
  const nativeId = await newId36(world);
  const username = wants.username ?? `sandbox_${nativeId}`;
  const account: SandboxAccount = {
    platform: 'REDDIT',
    nativeId,
    workspaceId: wants.workspaceId,
    username,
    displayName: username,
    data: { subreddits: ['sandbox_news', 'sandbox_pictures'] },
    createdAt: world.now().toISOString(),
  };
  await world.store.putAccount(account);
  return account;
};

/** The names of the subreddits that a person has joined. */
export const subredditsOf = ({ data }: SandboxAccount): readonly string[] =>
  Array.isArray(data['subreddits']) ? data['subreddits'].map(String) : [];

export const titleOf = (subreddit: string): string => subreddit.replaceAll('_', ' ');

/** The refresh token comes with a permanent grant and does not expire. */
export const issue = issuer({ access: { seconds: accessSeconds }, refresh: {} });

export const avatarOf = ({ nativeId }: SandboxAccount): string =>
  `https://styles.redditmedia.com/t5_${nativeId}/styles/profileIcon.png`;
