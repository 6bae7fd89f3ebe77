import type { Platform } from '../../domain/platforms/platform.ts';

/**
 * The stored state between sending a person to the platform and the platform's redirect. Sealed: it
 * holds secrets.
 */
export type PendingAuthorization = Readonly<{
  workspaceId: string;
  platform: Platform;
  redirectUri: string;
  codeVerifier: string;
  /** ISO 8601 on the workspace's clock; valid for ten minutes. */
  expiresAt: string;
  instanceUrl?: string;
  loginHint?: string;
  oauthVersion?: 'instagram_login' | 'fb_login';
  /** The authorization server that the person was sent to. */
  issuer?: string;
  /** What the connector needs again. */
  remembered?: Readonly<Record<string, string>>;
}>;

/** The port to the pending authorizations, by their state. `infra/adapters/accounts/pending-authorizations.ts` implements it. */
export interface PendingAuthorizations {
  put(state: string, pending: PendingAuthorization): Promise<void>;
  /** Returns it once, to its own workspace only; also an expired one, for the caller to refuse. */
  take(state: string, workspaceId: string): Promise<PendingAuthorization | undefined>;
}
