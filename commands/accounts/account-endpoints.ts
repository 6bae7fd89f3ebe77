import type { RenewToken } from '../../domain/accounts/token-renewal.ts';
import type { WriteEndpoint } from '../kernel/endpoint.ts';
import type { WaitingPostsOf } from '../posts/waiting-posts.ts';
import { authorizeAccount } from './authorize-account.ts';
import { completeAuthorization } from './complete-authorization.ts';
import type { Connectors } from './connectors.ts';
import { disconnectAccount } from './disconnect-account.ts';
import type { PendingAuthorizations } from './pending-authorizations.ts';
import { refreshAccount } from './refresh-account.ts';
import { selectPage } from './select-page.ts';
import { storeTokens } from './store-tokens.ts';
import type { TokenVault } from './token-vault.ts';

export type AccountPorts = Readonly<{
  connectors: Connectors;
  vault: TokenVault;
  pending: PendingAuthorizations;
  renew: RenewToken;
  /** The address of the console, which connects accounts too. */
  consoleUrl: string;
  /** The posts that wait for an account, those due first in front: at most `limit`. */
  waitingPosts: WaitingPostsOf;
}>;

/** The write endpoints of connected accounts. */
export const accountEndpoints = (ports: AccountPorts): readonly WriteEndpoint[] => [
  authorizeAccount(ports),
  completeAuthorization(ports),
  storeTokens(ports),
  disconnectAccount(ports),
  refreshAccount(ports),
  selectPage(ports),
];
