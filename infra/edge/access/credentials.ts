import type { Mode } from '../../../domain/kernel/mode.ts';

/** An API key as the service knows it. Instants are ISO 8601. */
export type KnownKey = Readonly<{
  keyId: string;
  workspaceId: string;
  mode: Mode;
  plan: string;
  topPlan?: string;
  createdBy: string | undefined;
  /** Whether the person who made it may not sign in: then it opens nothing either. */
  isMakerDisabled?: boolean;
  scopes: readonly string[];
  canApprove: boolean;
  /** Addresses and CIDR ranges it may be used from; none means from anywhere. */
  allowedIps: readonly string[];
  expiresAt: string | null;
  revokedAt: string | null;
}>;

export type Membership = Readonly<{ workspaceId: string; mode: Mode; plan: string; topPlan?: string; role: string }>;

/** A person whose session was verified, and the workspace they act in. */
export type KnownPerson = Readonly<{
  userId: string;
  operator: boolean;
  /** The session of a sign-in by password. */
  sessionId?: string;
  /** The application that acts for the person. */
  application?: Readonly<{ connectionId: string; scopes: readonly string[] }>;
  /**
   * In the requested workspace, or in the oldest one without a request. `undefined`: not a member
   * of the requested one, or of any.
   */
  membership: Membership | undefined;
}>;

type Maybe<T> = T | undefined | Promise<T | undefined>;

/** Finds the holder of a credential, or `undefined`. Each request asks once, so it answers from memory where it can. */
export interface CredentialDirectory {
  byApiKey(key: string): Maybe<KnownKey>;
  /** Verifies the token and finds the person's membership. */
  bySession(token: string, wantedWorkspaceId?: string): Maybe<KnownPerson>;
}
