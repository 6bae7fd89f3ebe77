import { platformAccountOf } from '../../../domain/accounts/platform-account.ts';
import { publishingFacts } from './accounts-of-posts.ts';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { OpenedAccount, PublishingAccounts } from '../../../processes/posts/ports.ts';
import type { HasInstagram } from './instagram-of-workspace.ts';
import type { AccountCredentials, TokenScope, TokenSource } from './token-source.ts';

/**
 * The accounts as publishing opens them, with tokens from the one token source. With
 * `hasInstagram`, the facts of a Threads account say whether its workspace has an Instagram account.
 */
export const publishingAccounts = (tokens: TokenSource, hasInstagram?: HasInstagram): PublishingAccounts => {
  const opened = async (accountId: string, scope: TokenScope, held?: AccountCredentials) => {
    const state = await tokens.stateOf(accountId, scope);
    if (!state || state.status === 'disconnected' || state.status === 'REVOKED') return undefined;
    const facts = publishingFacts(state);
    const isAsked = hasInstagram !== undefined && facts.platform === 'THREADS';
    return {
      facts: isAsked ? { ...facts, besideInstagram: await hasInstagram(scope.workspaceId) } : facts,
      account: held?.account ?? platformAccountOf(state),
      // An account that is not ACTIVE stops a run before its call. A reconcile continues, and the
      // platform refuses it.
      credentials: held?.credentials ?? { accessToken: '' },
      tokenVersion: held?.tokenVersion ?? state.token.tokenVersion,
    } satisfies OpenedAccount;
  };

  /**
   * Undefined where only the person can help. A renewal that failed this time is a fault, and is
   * tried again.
   */
  const unlessLost = async (ask: () => Promise<AccountCredentials>): Promise<AccountCredentials | undefined> => {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof PlatformError && error.kind === 'unauthorized') return undefined;
      throw error;
    }
  };

  return {
    async open(accountId, workspaceId, mode) {
      const scope = { workspaceId, mode };
      return opened(accountId, scope, await unlessLost(() => tokens.credentialsFor(accountId, scope)));
    },
    async renew(accountId, workspaceId, mode, tokenVersion) {
      const scope = { workspaceId, mode };
      const held = await unlessLost(() => tokens.renewedSince(accountId, scope, tokenVersion));
      return held && opened(accountId, scope, held);
    },
    async tokenDied(accountId, { workspaceId, mode, message, tokenVersion }) {
      const error = new PlatformError('unauthorized', 'ACCOUNT_DISCONNECTED', message);
      await tokens.reportRefused(accountId, { workspaceId, mode }, { tokenVersion, error });
    },
  };
};
