import type { Platform } from './platform.ts';
import type { CreatorInfo } from './creator-info.ts';
import type { Credentials, PlatformAccount } from './publisher.ts';

/** The result of an authorization or a refresh. Times are seconds from now; absent means that it does not expire. */
export type Grant = Readonly<{
  credentials: Credentials;
  expiresInSeconds?: number;
  /** Whether the service can renew the token without the person; absent where that is unknown. */
  canAutoRefresh?: boolean;
  /**
   * When the platform ends the person's login, in seconds from now, where nothing but a new login prolongs it.
   * A token of a page may outlive it.
   */
  loginEndsInSeconds?: number;
  scopes?: readonly string[];
}>;

/** LinkedIn's logins: a member alone, or a member with the organizations they administer. */
export const linkedinLogins = ['member', 'organization'] as const;
export type LinkedinLogin = (typeof linkedinLogins)[number];

export type AuthorizationRequest = Readonly<{
  state: string;
  redirectUri: string;
  /** PKCE verifier made by the service; platforms without PKCE ignore it. */
  codeVerifier: string;
  /** Federated platforms: the instance or server that the person named. */
  instanceUrl?: string;
  /** The handle that the person named, where the platform can start from it (Bluesky). */
  loginHint?: string;
  /** Instagram: which of the two logins; direct login where absent. */
  oauthVersion?: 'instagram_login' | 'fb_login';
  /** LinkedIn: which of the two logins; absent, the connector chooses by what is configured. */
  accountType?: LinkedinLogin;
}>;

/**
 * Where to send the person, and what `exchange` needs again (a client registered for this instance,
 * a DPoP key). `remember` holds secrets: it is stored sealed with the pending state, for ten
 * minutes, and nowhere else.
 */
export type Authorization = Readonly<{
  url: string;
  remember?: Readonly<Record<string, string>>;
  /** The authorization server, where any may be chosen: an answer that names another is refused. */
  issuer?: string;
}>;

export type ReturnedAuthorization = AuthorizationRequest & Readonly<{ remembered?: Readonly<Record<string, string>> }>;

/** A Page, organisation, board, subreddit or location that can be chosen as the destination. */
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
  authorizationUrl(request: AuthorizationRequest): Promise<Authorization>;
  exchange(code: string, request: ReturnedAuthorization): Promise<Grant>;
  /**
   * Connects with a secret that the person pastes instead of a consent page (a Bluesky app
   * password, a Telegram bot token, a system user's token). Field names are the platform's own;
   * absent where the platform has no such way.
   */
  signIn?(secret: Readonly<Record<string, string>>): Promise<Grant>;
  /**
   * Renews the token. This call spends a single-use refresh token: one renewal per account at a
   * time. Where the refresh token is single-use, a request that was sent and not answered is
   * `unknown`, never `not_stored`: the token may be spent.
   */
  refresh(account: PlatformAccount, credentials: Credentials): Promise<Grant>;
  /**
   * For how many seconds after its first use a single-use refresh token may be sent again where its
   * answer was lost: the platform answers with the same successor. Absent or 0: a repeat may end
   * the grant.
   */
  repeatSeconds?(credentials: Credentials): number;
  revoke(account: PlatformAccount, credentials: Credentials): Promise<void>;
  details(credentials: Credentials): Promise<AccountDetails>;
  destinations(account: PlatformAccount, credentials: Credentials): Promise<readonly Destination[]>;
  /** TikTok: the current posting options of the creator. */
  creatorInfo?(account: PlatformAccount, credentials: Credentials): Promise<CreatorInfo>;
}
