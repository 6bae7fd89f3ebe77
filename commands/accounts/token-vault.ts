import type { TokenFacts } from '../../domain/accounts/account-events.ts';
import type { Credentials } from '../../domain/platforms/publisher.ts';

/** The owner of the tokens: an account of a workspace. */
export type TokenOwner = Readonly<{ workspaceId: string; accountId: string }>;

/** The secrets of an account with their public facts. */
export type StoredTokens = Readonly<{
  credentials: Credentials;
  facts: TokenFacts;
  /**
   * ISO 8601: a single-use refresh token was sent and no answer is recorded. It may be spent: while
   * the access token works it is not sent again.
   */
  refreshSentAt?: string;
  /**
   * The connections whose grants were stored here, oldest first. A repeated request of one of them
   * must not restore its grant, because its refresh token may have been spent since.
   */
  connections?: readonly string[];
}>;

export type HeldTokens = Readonly<{ tokens: StoredTokens; revision: number }>;

/** The port to the sealed tokens. `infra/adapters/accounts/sealed-tokens.ts` implements it. */
export interface TokenVault {
  read(owner: TokenOwner): Promise<HeldTokens | undefined>;
  /** Replaces any stored tokens. */
  put(owner: TokenOwner, tokens: StoredTokens): Promise<void>;
  /**
   * Writes only if nothing was written since `revision` was read. Returns the new revision, or
   * undefined.
   */
  replace(owner: TokenOwner, tokens: StoredTokens, revision: number): Promise<number | undefined>;
  remove(owner: TokenOwner): Promise<void>;
  /**
   * One holder at a time per account, across all processes. `lost` aborts when another process may
   * have acquired the lock.
   */
  withLock<T>(owner: TokenOwner, task: (lost: AbortSignal) => Promise<T>): Promise<T>;
}

/** Stores the tokens of many accounts at once. */
export interface TokensOfMany {
  /** Replaces any stored tokens, of all accounts or of none. */
  putAll(tokens: readonly (readonly [TokenOwner, StoredTokens])[]): Promise<void>;
}
