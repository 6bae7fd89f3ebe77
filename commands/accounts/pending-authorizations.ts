import type { Platform } from '../../domain/platforms/platform.ts';

/** What is kept between sending a person to the platform and the platform sending them back. Sealed: it holds secrets. */
export type PendingAuthorization = Readonly<{
  workspaceId: string;
  platform: Platform;
  redirectUri: string;
  codeVerifier: string;
  /** ISO 8601 on the workspace's clock; good for ten minutes. */
  expiresAt: string;
  instanceUrl?: string;
  loginHint?: string;
  oauthVersion?: 'instagram_login' | 'fb_login';
  /** What the connector must see again. */
  remembered?: Readonly<Record<string, string>>;
}>;

/** The port to the pending authorizations, by their state. `infra/adapters/accounts/pending-authorizations.ts` implements it. */
export interface PendingAuthorizations {
  put(state: string, pending: PendingAuthorization): Promise<void>;
  /** Hands it out once, to its own workspace only; expired ones too, for the caller to refuse. */
  take(state: string, workspaceId: string): Promise<PendingAuthorization | undefined>;
}
