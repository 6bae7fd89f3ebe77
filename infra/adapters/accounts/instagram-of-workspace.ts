import type { CommandHandler } from '../../../commands/kernel/handle.ts';
import { account } from '../../../domain/accounts/account.ts';
import { accountRegistry } from '../../../domain/accounts/account-registry.ts';
import { publishingFacts } from './accounts-of-posts.ts';
import { countsForThreads } from '../../../domain/content/account-eligibility.ts';

/** Whether a workspace has an Instagram account that counts for its Threads accounts. */
export type HasInstagram = (workspaceId: string) => Promise<boolean>;

/** The maximum age of a yes. A no is always read from the log, because it fails a destination. */
const freshMs = 5_000;

/** Answers from the streams of the workspace's accounts. */
export const instagramOfWorkspace = (commands: Pick<CommandHandler, 'load'>): HasInstagram => {
  const holds = async (workspaceId: string, consistency: Parameters<CommandHandler['load']>[3]): Promise<boolean> => {
    const slots = (await commands.load(accountRegistry, workspaceId, workspaceId, consistency))?.state ?? {};
    for (const { accountId, platform, held } of Object.values(slots)) {
      if (!held || platform !== 'INSTAGRAM') continue;
      const state = (await commands.load(account, accountId, workspaceId, consistency))?.state;
      if (state && countsForThreads(publishingFacts(state))) return true;
    }
    return false;
  };
  return async (workspaceId) => (await holds(workspaceId, { maxAgeMs: freshMs })) || holds(workspaceId, 'latest');
};
