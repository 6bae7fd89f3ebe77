import type { Mode } from '../../domain/kernel/mode.ts';
import type { AccountFacts } from '../../domain/content/account-eligibility.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import type { Credentials, MediaFile, PlatformAccount, Publisher } from '../../domain/platforms/publisher.ts';
import type { AttemptStep } from './attempt-steps.ts';
import type { PostMedia } from '../../domain/posts/values.ts';

/** The publishers of both worlds: the same code, other hosts. */
export type Publishers = (platform: Platform, mode: Mode) => Publisher;

export type OpenedAccount = Readonly<{
  facts: AccountFacts;
  account: PlatformAccount;
  credentials: Credentials;
  /** Names the pair of tokens, so that a newer pair is not blamed for a refusal of this one. */
  tokenVersion?: number;
}>;

export interface PublishingAccounts {
  /** The account with its secrets opened, the token renewed where it had run out; undefined when it is disconnected or gone. */
  open(accountId: string, workspaceId: string, mode: Mode): Promise<OpenedAccount | undefined>;
  /** The platform refused the token: renews it once. Undefined when only the person can help; the account then says so. */
  renew(accountId: string, workspaceId: string, mode: Mode, tokenVersion?: number): Promise<OpenedAccount | undefined>;
  /** A destination's platform answered that the token is dead. */
  tokenDied(accountId: string, workspaceId: string, mode: Mode, message: string, tokenVersion?: number): Promise<void>;
}

/** Bytes of a post's media. */
export type MediaFiles = (media: PostMedia, mode: Mode) => MediaFile;

/** Keeps each account under its platform's posting ceilings, across all processes. */
export interface Pacing {
  /** Takes a place for now and answers undefined, or answers when the next place is free (ISO 8601). */
  take(request: {
    accountId: string;
    platform: Platform;
    /** Names what the place is for: asking again for the same takes no second place. */
    key: string;
    sends: number;
    now: Date;
  }): Promise<string | undefined>;
}

/**
 * Decides which destination an object belongs to that was found on a platform by its content: the destination whose send made it.
 * Only destinations with an unknown outcome ask. Their claims are stored; the objects of all others are known from the log.
 */
export interface ObjectClaims {
  /** True where the object belongs to this destination from now on, or did already. */
  claim(request: {
    workspaceId: string;
    accountId: string;
    postPlatformId: string;
    nativeId: string;
    /** ISO 8601, when it can have been made at the earliest. */
    since: string;
  }): Promise<boolean>;
}

export type PublishingPorts = Readonly<{
  publishers: Publishers;
  accounts: PublishingAccounts;
  media: MediaFiles;
  pacing: Pacing;
  claims: ObjectClaims;
  /** Called at each step of an attempt, before anything else happens. The fault matrix kills the service there. */
  onStep?: ((step: AttemptStep, mode: Mode) => void) | undefined;
  /** Called with an error that is a bug, not a platform's answer. */
  onBug(error: unknown, where: Readonly<Record<string, string>>): void;
}>;
