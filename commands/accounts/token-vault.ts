import type { TokenFacts } from '../../domain/accounts/account-events.ts';
import type { Credentials } from '../../domain/platforms/publisher.ts';

/** Whose tokens: an account of a workspace. */
export type TokenOwner = Readonly<{ workspaceId: string; accountId: string }>;

/** The secrets of an account with what is said about them in the open. */
export type StoredTokens = Readonly<{
  credentials: Credentials;
  facts: TokenFacts;
  /**
   * ISO 8601: a single-use refresh token was sent and no answer is recorded. It may be spent: while the access token still works
   * it is not sent again.
   */
  refreshSentAt?: string;
  /**
   * The connections whose grants were kept here, oldest first. The request of one of them, sent again, must not bring its grant back:
   * the refresh token in it may have been spent since.
   */
  connections?: readonly string[];
}>;

export type HeldTokens = Readonly<{ tokens: StoredTokens; revision: number }>;

/** The port to the sealed tokens. `infra/adapters/accounts/sealed-tokens.ts` implements it. */
export interface TokenVault {
  read(owner: TokenOwner): Promise<HeldTokens | undefined>;
  /** Whatever was there before. */
  put(owner: TokenOwner, tokens: StoredTokens): Promise<void>;
  /** Writes only if nothing was written since `revision` was read: the new revision, or undefined. */
  replace(owner: TokenOwner, tokens: StoredTokens, revision: number): Promise<number | undefined>;
  remove(owner: TokenOwner): Promise<void>;
  /** One at a time per account, across all processes. `lost` aborts when the lock may have passed to another. */
  withLock<T>(owner: TokenOwner, task: (lost: AbortSignal) => Promise<T>): Promise<T>;
}
