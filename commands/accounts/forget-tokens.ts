import type { RenewalRequest } from '../../domain/accounts/token-renewal.ts';
import { PlatformError } from '../../domain/platforms/platform-error.ts';
import type { Connectors } from './connectors.ts';
import type { TokenVault } from './token-vault.ts';

export type ForgetRequest = Pick<RenewalRequest, 'workspaceId' | 'mode' | 'platform' | 'account'>;

/**
 * Revokes the tokens of a disconnected account at the platform, as far as the platform allows, and
 * deletes them. `confirm` is called under the account's lock: false changes nothing, because the
 * account was connected again.
 */
export const forgetTokens =
  ({ vault, connectors }: Readonly<{ vault: TokenVault; connectors: Connectors }>) =>
  (request: ForgetRequest, confirm: () => Promise<boolean>): Promise<{ revoked: boolean } | undefined> => {
    const owner = { workspaceId: request.workspaceId, accountId: request.account.id };
    return vault.withLock(owner, async () => {
      if (!(await confirm())) return undefined;
      const held = await vault.read(owner);
      if (!held) return { revoked: false };
      const revoked = await connectors
        .of(request, request.platform)
        .revoke(request.account, held.tokens.credentials)
        .then(
          () => true,
          (error: unknown) => {
            if (error instanceof PlatformError) return false;
            throw error;
          },
        );
      await vault.remove(owner);
      return { revoked };
    });
  };
