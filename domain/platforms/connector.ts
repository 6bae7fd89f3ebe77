import type { Platform } from './platform.ts';
import type { Credentials, PlatformAccount } from './publisher.ts';

/** What a finished authorization or refresh hands over. Times are seconds from now; absent means it does not expire. */
export type Grant = Readonly<{
  credentials: Credentials;
  expiresInSeconds?: number;
  /** Whether the service can renew the token without the person. */
  canAutoRefresh: boolean;
  scopes?: readonly string[];
}>;

export type AuthorizationRequest = Readonly<{
  state: string;
  redirectUri: string;
  /** PKCE verifier made by the service; platforms without PKCE ignore it. */
  codeVerifier: string;
}>;

/** A Page, organisation, board, subreddit or location that can be chosen as the place to publish. */
export type Destination = Readonly<{ id: string; name: string; kind: string; username?: string; avatarUrl?: string }>;

export type AccountDetails = Readonly<{
  nativeId: string;
  username: string;
  displayName: string;
  avatarUrl?: string;
  accountType?: string;
  oauthVersion?: 'instagram_login' | 'fb_login';
  instanceUrl?: string;
}>;

/** One platform's way of connecting accounts. Throws `PlatformError`; `unauthorized` means only a reconnect helps. */
export interface Connector {
  readonly platform: Platform;
  authorizationUrl(request: AuthorizationRequest): Promise<string>;
  exchange(code: string, request: AuthorizationRequest): Promise<Grant>;
  /** Renews the token. A single-use refresh token is spent by this call: one flight per account. */
  refresh(account: PlatformAccount, credentials: Credentials): Promise<Grant>;
  revoke(account: PlatformAccount, credentials: Credentials): Promise<void>;
  details(credentials: Credentials): Promise<AccountDetails>;
  destinations(account: PlatformAccount, credentials: Credentials): Promise<readonly Destination[]>;
}
