import type { RenewalRequest } from '../../domain/accounts/token-renewal.ts';
import type { EventSubscription } from '../../domain/platforms/event-subscriber.ts';
import { PlatformError } from '../../domain/platforms/platform-error.ts';
import type { Credentials } from '../../domain/platforms/publisher.ts';
import type { Connectors } from './connectors.ts';
import type { TokenVault } from './token-vault.ts';

export type ForgetRequest = Pick<RenewalRequest, 'workspaceId' | 'mode' | 'platform' | 'account'> &
  Readonly<{
    /** What the platform was asked to report. */
    subscription?: EventSubscription | undefined;
  }>;

/** Ends a subscription while the tokens of its account still work; false where that failed. */
export type EndSubscription = (
  request: ForgetRequest & Readonly<{ subscription: EventSubscription }>,
  credentials: Credentials,
) => Promise<boolean>;

export type Forgotten = Readonly<{ revoked: boolean; unsubscribed?: boolean }>;

type Ports = Readonly<{ vault: TokenVault; connectors: Connectors; endSubscription?: EndSubscription }>;

/**
 * Ends the subscription of a disconnected account to the events of its platform, revokes its tokens there, as
 * far as the platform allows, and deletes them. `confirm` is called under the account's lock: false changes nothing, because the
 * account was connected again.
 */
export const forgetTokens =
  ({ vault, connectors, endSubscription }: Ports) =>
  (request: ForgetRequest, confirm: () => Promise<boolean>): Promise<Forgotten | undefined> => {
    const owner = { workspaceId: request.workspaceId, accountId: request.account.id };
    return vault.withLock(owner, async () => {
      if (!(await confirm())) return undefined;
      const held = await vault.read(owner);
      if (!held) return { revoked: false };
      const { subscription } = request;
      const unsubscribed =
        subscription !== undefined &&
        endSubscription !== undefined &&
        (await endSubscription({ ...request, subscription }, held.tokens.credentials));
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
      return { revoked, unsubscribed };
    });
  };
