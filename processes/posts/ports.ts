import type { Mode } from '../../domain/kernel/mode.ts';
import type { AccountFacts } from '../../domain/content/account-eligibility.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import type { Credentials, MediaFile, PlatformAccount, Publisher } from '../../domain/platforms/publisher.ts';
import type { AttemptStep } from './attempt-steps.ts';
import type { PostMedia } from '../../domain/posts/values.ts';

/** The publishers of both modes: the same code with other hosts. */
export type Publishers = (platform: Platform, mode: Mode) => Publisher;

export type OpenedAccount = Readonly<{
  facts: AccountFacts;
  account: PlatformAccount;
  credentials: Credentials;
  /** Identifies the pair of tokens: a refusal of this pair does not apply to a newer one. */
  tokenVersion?: number;
}>;

export interface PublishingAccounts {
  /**
   * The account with its secrets, the token renewed where it had expired; undefined when it is
   * disconnected or deleted. One that the plan has no room for is opened too: what went out by it is still looked for
   * and removed.
   */
  open(accountId: string, workspaceId: string, mode: Mode): Promise<OpenedAccount | undefined>;
  /**
   * The platform refused the token: renews it once. Undefined when only the person can fix it; the
   * account's status then changes.
   */
  renew(accountId: string, workspaceId: string, mode: Mode, tokenVersion?: number): Promise<OpenedAccount | undefined>;
  /** A destination's platform answered that the token is dead. */
  tokenDied(
    accountId: string,
    refusal: Readonly<{ workspaceId: string; mode: Mode; message: string; tokenVersion?: number | undefined }>,
  ): Promise<void>;
}

/** What is known of a file once it can be read. */
export type ReadyFile = Readonly<{
  sizeBytes: number;
  /** Replaces that of the attached file. */
  open?: MediaFile['open'];
  /** Releases what was held to read it. */
  close?(): Promise<void>;
}>;

/** A file of a post, as it was attached. */
export type AttachedFile = MediaFile &
  Readonly<{
    /** It stays at its own address, and its length may not be known. */
    isElsewhere?: true;
    /**
     * Proves before an attempt that the file can be read. `known` is its length of an earlier
     * attempt. Throws `PlatformError`.
     */
    ready?(known: number | undefined, signal: AbortSignal): Promise<ReadyFile>;
  }>;

/** Bytes of a post's media. */
export type MediaFiles = (media: PostMedia, mode: Mode) => AttachedFile;

/** A copy of a silent video that has a silent audio track; the video itself where none can be made. */
export type AddSilence = (file: MediaFile, workspaceId: string, signal: AbortSignal) => Promise<MediaFile>;

/** Keeps each account under its platform's posting ceilings, across all processes. */
export interface Pacing {
  /** Takes a place now and returns undefined, or returns when the next place is free (ISO 8601). */
  take(request: {
    accountId: string;
    platform: Platform;
    /** The purpose of the place: another request for the same purpose takes no second place. */
    key: string;
    sends: number;
    now: Date;
  }): Promise<string | undefined>;
}

/**
 * Decides which destination owns an object that was found on a platform by its content: the
 * destination whose send made it.
 * Only destinations with an unknown outcome ask. Their claims are stored; the owners of all other
 * objects are known from the log.
 */
export interface ObjectClaims {
  /** True where the object belongs to this destination, since now or before. */
  claim(request: {
    workspaceId: string;
    accountId: string;
    postPlatformId: string;
    nativeId: string;
    /** ISO 8601, the earliest time at which it may have been made. */
    since: string;
  }): Promise<boolean>;
}

export type PublishingPorts = Readonly<{
  publishers: Publishers;
  accounts: PublishingAccounts;
  media: MediaFiles;
  /** Undefined where the machine has no video tool. */
  addSilence: AddSilence | undefined;
  pacing: Pacing;
  claims: ObjectClaims;
  /**
   * Called at each step of an attempt, before anything else happens. The fault matrix kills the
   * service there.
   */
  onStep?: ((step: AttemptStep, mode: Mode) => void) | undefined;
  /** Whether a store is away for the moment: this run ends, and the next one continues. */
  isTransient?: ((error: unknown) => boolean) | undefined;
  /** Called with an error that is a bug and not an answer of a platform. */
  onBug(error: unknown, where: Readonly<Record<string, string>>): void;
}>;
