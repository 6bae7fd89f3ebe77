import type { Mode } from '../kernel/mode.ts';
import type { PlatformAccount } from '../platforms/publisher.ts';
import type { Platform } from '../platforms/platform.ts';
import type { ConnectedAccount } from './account-state.ts';
import { platformAccountOf } from './platform-account.ts';
import type { RefreshOutcome } from './refresh-outcome.ts';

/** One request to renew the token of an account. */
export type RenewalRequest = Readonly<{
  workspaceId: string;
  mode: Mode;
  platform: Platform;
  account: PlatformAccount;
  /** The pair that the caller knows: if the vault has a newer one, that is the answer. */
  knownVersion: number;
  /** The workspace's clock. */
  now(): Date;
}>;

/**
 * Renews a token, one renewal per account at a time across all processes. Throws only on faults of
 * the service.
 */
export type RenewToken = (request: RenewalRequest) => Promise<RefreshOutcome>;

export const renewalRequest = (
  state: ConnectedAccount,
  where: Pick<RenewalRequest, 'workspaceId' | 'mode' | 'now'>,
): RenewalRequest => ({
  workspaceId: where.workspaceId,
  mode: where.mode,
  now: where.now,
  platform: state.profile.platform,
  account: platformAccountOf(state),
  knownVersion: state.token.tokenVersion,
});
