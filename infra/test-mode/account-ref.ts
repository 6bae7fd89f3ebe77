import type { CommandHandler } from '../../commands/kernel/handle.ts';
import { account } from '../../domain/accounts/account.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import type { SandboxAccountRef } from './api/ports.ts';

/** Finds accounts by their own streams, so that an account connected just now is found. */
export const accountRefs =
  (commands: Pick<CommandHandler, 'load'>) =>
  async (accountId: string, workspaceId: string): Promise<SandboxAccountRef> => {
    const state = (await commands.load(account, accountId, workspaceId))?.state;
    if (!state) throw notFound('Account');
    return { platform: state.profile.platform, nativeId: state.profile.nativeId };
  };
