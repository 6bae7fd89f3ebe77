import type { PasswordEstimate } from '../../domain/sign-in/password-rules.ts';
import type { Challenge, NewPasskey } from '../../domain/sign-in/passkeys.ts';
import type { Steps } from '../workspaces/ports.ts';

/** The two counts of tries at the door. */
export type Tries = Readonly<{ allowed: true }> | Readonly<{ allowed: false; retryAt: Date; by: 'person' | 'address' }>;

/** What a browser is asked for when a passkey is made: `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
export type PasskeyCreation = Readonly<{
  rp: Readonly<{ id: string; name: string }>;
  user: Readonly<{ id: string; name: string; displayName: string }>;
  challenge: string;
  pubKeyCredParams: readonly Readonly<{ type: 'public-key'; alg: number }>[];
  timeout: number;
  excludeCredentials: readonly Readonly<{ type: 'public-key'; id: string; transports: readonly string[] }>[];
  authenticatorSelection: Readonly<{
    residentKey: 'required';
    requireResidentKey: true;
    userVerification: 'required';
  }>;
  attestation: 'none';
}>;

/** What a browser is asked for when a passkey signs in: `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
export type PasskeyRequest = Readonly<{
  challenge: string;
  rpId: string;
  timeout: number;
  userVerification: 'required';
  allowCredentials: readonly [];
}>;

/**
 * Passkeys as WebAuthn has them. A challenge is made for one purpose, such as one sign-in, and any node knows it again: no
 * table holds it. That it counts once, the events of the person decide.
 */
export type PasskeyPorts = Readonly<{
  creation(
    person: Readonly<{ userId: string; email: string; name: string }>,
    known: readonly NewPasskey[],
    purpose: string,
    now: string,
  ): PasskeyCreation;
  request(purpose: string, now: string): PasskeyRequest;
  /** A new passkey; undefined where the answer is of another purpose, origin or service, or was not verified. */
  readCreation(
    answer: unknown,
    purpose: string,
    now: string,
  ): Promise<Readonly<{ passkey: NewPasskey; challenge: Challenge }> | undefined>;
  /** Whose passkey an answer claims to be of. Nothing is checked yet. */
  claimed(answer: unknown): Readonly<{ userId: string; credentialId: string }> | undefined;
  /** The checked signature of a passkey; undefined where it is none. */
  readRequest(
    answer: unknown,
    passkey: NewPasskey,
    purpose: string,
    now: string,
  ): Promise<Readonly<{ counter: number; challenge: Challenge }> | undefined>;
}>;

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
  /** Absent where the public address of the service allows no passkeys. */
  passkeys: PasskeyPorts | undefined;
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
