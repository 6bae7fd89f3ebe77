import type { AccountFacts } from '../../domain/content/account-eligibility.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import type { Credentials, MediaFile, PlatformAccount, Publisher } from '../../domain/platforms/publisher.ts';
import type { AttemptStep } from './attempt-steps.ts';
import type { PostMedia } from '../../domain/posts/values.ts';

export type Mode = 'live' | 'test';

/** The publishers of both worlds: the same code, other hosts. */
export type Publishers = (platform: Platform, mode: Mode) => Publisher;

export type OpenedAccount = Readonly<{
  facts: AccountFacts;
  account: PlatformAccount;
  credentials: Credentials;
  /** Names the pair of tokens, so that a newer one is not blamed for what this one is refused with. */
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
 * Whose an object is that was found on a platform by what it looks like: the destination's whose send made it. It is asked by destinations
 * in doubt only, so what two of them may both take is kept, and what others have is known from the log.
 */
export interface ObjectClaims {
  /** True where the object is this destination's from now on, or was already. */
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
  /** Told of each step an attempt reaches, before anything else happens: where a test ends the service. */
  reached?: ((step: AttemptStep, mode: Mode) => void) | undefined;
  /** Told of a fault that is nobody's answer: a bug, not a platform's refusal. */
  onBug(error: unknown, where: Readonly<Record<string, string>>): void;
}>;
