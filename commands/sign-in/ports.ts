import type { PasswordEstimate } from '../../domain/sign-in/password-rules.ts';
import type { Steps } from '../workspaces/ports.ts';

/** The two counts of tries at the door. */
export type Tries = Readonly<{ allowed: true }> | Readonly<{ allowed: false; retryAt: Date; by: 'person' | 'address' }>;

/** What signing in needs beyond the log. */
export type SignInPorts = Readonly<{
  hashPassword(password: string): Promise<string>;
  /** Takes the same time without a hash, and is false then. */
  verifyPassword(password: string, hash: string | undefined): Promise<boolean>;
  /** `known`: texts that a guesser knows of the person. */
  estimatePassword(password: string, known: readonly string[]): Promise<PasswordEstimate>;
  /** The secrets of a person, and hashes of secrets, each under the id that an event names. */
  secrets: Readonly<{
    put(userId: string, secretId: string, value: string): Promise<void>;
    get(userId: string, secretId: string): Promise<string | undefined>;
    remove(userId: string, secretId: string): Promise<void>;
  }>;
  /** The codes of a second factor. */
  codes: Readonly<{
    /** A new secret, as an authenticator application takes it. */
    newSecret(): string;
    /** The same as an address that an application opens; `label` names the person. */
    uriOf(secret: string, label: string): string;
    /** The half minute that a code belongs to: of this moment, or one beside it. */
    stepOf(secret: string, code: string, now: string): number | undefined;
    newRecoveryCode(): string;
    hashOfRecoveryCode(code: string): string;
  }>;
  /** Identifies an address without containing it, in any casing. */
  hashOfAddress(email: string): string;
  tries: Readonly<{
    /** Counts a try before it is made, so that tries made at once count as well. */
    count(who: Readonly<{ email: string; address: string; isKnownAddress: boolean }>): Promise<Tries>;
    /** A try that succeeded does not count. */
    succeeded(who: Readonly<{ email: string; address: string; isKnownAddress: boolean }>): Promise<void>;
  }>;
}>;

export type SignInSteps = Steps;
