import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { CommandHandler } from '../../../commands/kernel/handle.ts';
import { issueSignInLink } from '../../../commands/sign-in/sign-in-link.ts';
import { personForLink } from '../../../commands/sign-in/ask-for-password-link.ts';
import { proveByPasskey, withPasskey } from '../../../commands/sign-in/passkeys.ts';
import { withCode } from '../../../commands/sign-in/second-factor.ts';
import {
  asksForCode,
  proveByPassword,
  startSession,
  type Attempt,
  type StartedSession,
} from '../../../commands/sign-in/sign-in-with-password.ts';
import type { PasskeyRequest, SignInPorts } from '../../../commands/sign-in/ports.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { isOpenSession } from '../../../domain/sign-in/session-time.ts';
import { signIn } from '../../../domain/sign-in/sign-in.ts';
import { cutText } from '../../../domain/kernel/stored-text.ts';
import { storable } from '../../../domain/kernel/stored-text.ts';
import { anonymousCaller } from '../../../read-api/contract/caller.ts';
import { httpStatusOf } from '../http/transport-refusal.ts';
import { exchangeOf } from '../http/exchange.ts';
import { newCommand, RequestWrites } from '../../../commands/kernel/request-writes.ts';
import { halfMs, type HalfSignIns } from './half-sign-ins.ts';

export type Credentials = Readonly<{ email: string; password: string }>;

/** A refusal as the page shows it. */
export type RefusedEntry = Readonly<{ status: number; problem: string; retryAfter: number | undefined }>;

const shownRefusal = (error: unknown): RefusedEntry => {
  if (!(error instanceof Refused)) throw error;
  const wait = error.details?.['retryAfterSeconds'];
  return {
    status: httpStatusOf(error),
    problem: error.message,
    retryAfter: typeof wait === 'number' ? wait : undefined,
  };
};

/** The sign-in by password: what the pages of the own issuer ask. */
export type Door = Readonly<{
  ports: SignInPorts;
  /** The access of one request to the log, in the name of no person yet. */
  steps(request: IncomingMessage): RequestWrites;
  /** Starts a session, asks for a code, or answers the one refusal of every wrong pair. */
  signIn(credentials: Credentials, at: At): Promise<StartedSession | AskedCode | RefusedEntry>;
  /**
   * Mails a link that signs in, to the person of an address. The answer is the same for an address of no person, and comes
   * before the mail. `mail` gets the text of the link, which is good for this sign-in alone.
   */
  askLink(
    email: string,
    at: At,
    mail: (userId: string, half: string) => Promise<void>,
  ): Promise<RefusedEntry | undefined>;
  /** Goes on with the link of a mail. */
  openLink(link: AskedCode, at: At): Promise<StartedSession | AskedCode | RefusedEntry>;
  /** Goes on with a sign-in that asked for a code. */
  presentCode(presented: AskedCode & Readonly<{ code: string }>, at: At): Promise<StartedSession | RefusedEntry>;
  /** What a browser is asked for to sign in with a passkey; undefined without passkeys. */
  passkeyRequest(purpose: string): PasskeyRequest | undefined;
  /** Signs in with the answer of a browser to that: a passkey is both factors. */
  signInByPasskey(answer: string, at: At): Promise<StartedSession | RefusedEntry>;
  /** The person of a passkey, without a session. */
  proveByPasskey(answer: string, purpose: string, request: IncomingMessage): Promise<string>;
  /** The person of an address and a password, without a session. */
  prove(credentials: Credentials, request: IncomingMessage): Promise<string>;
  /** The person who is sent a link for an address. Takes the same time for an address of no person. */
  personForLink(email: string, request: IncomingMessage): Promise<string | undefined>;
  /** Whether a session is open, as the log has it. */
  isOpen(userId: string, sessionId: string): Promise<boolean>;
}>;

/** The sign-in goes on with a code. The text names who proved what, and is good for this sign-in alone. */
export type AskedCode = Readonly<{ half: string }>;

/** The request, and the sign-in in progress that it belongs to. */
type At = Readonly<{ request: IncomingMessage; signInId: string }>;

type Parts = Readonly<{
  halves: HalfSignIns;
  /** A link that was asked for could not be mailed. */
  failed(error: unknown): void;
  commands: CommandHandler;
  ports: SignInPorts;
  now(): Date;
  /** Answers leave at multiples of this, so that their time does not tell what was found. */
  beatMs?: number;
}>;

const maxDevice = 200;

const from = (request: IncomingMessage): Pick<Attempt, 'address' | 'device'> => ({
  address: exchangeOf(request).address ?? '',
  device: cutText(storable(request.headers['user-agent'] ?? ''), maxDevice),
});

const attemptOf = (credentials: Credentials, request: IncomingMessage): Attempt => ({
  ...credentials,
  ...from(request),
});

/** The answer of a browser, as a form carries it; undefined for what is none. */
export const jsonOf = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
};

/** A challenge of the sign-in counts for one sign-in in one browser. */
export const signInPurpose = (signInId: string): string => `sign-in ${signInId}`;

const expiredHalf: RefusedEntry = {
  status: 400,
  problem: 'This sign-in has expired. Start again',
  retryAfter: undefined,
};

export const openDoor = ({ commands, ports, halves, failed, now, beatMs = 250 }: Parts): Door => {
  const beat = async (began: number): Promise<void> => {
    if (beatMs > 0) await pause(beatMs - ((performance.now() - began) % beatMs));
  };
  const onTheBeat = async <T>(work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refused) await beat(began);
      throw error;
    }
  };
  const steps = (request: IncomingMessage): RequestWrites => {
    const { address, requestId } = exchangeOf(request);
    const caller = { ...anonymousCaller, address };
    return new RequestWrites(commands, {
      command: newCommand(),
      caller,
      now: now().toISOString(),
      correlationId: requestId,
    });
  };
  return {
    ports,
    steps,
    signIn: (credentials, { request, signInId }) =>
      onTheBeat(async () => {
        const asked = steps(request);
        const { userId, passwordId } = await proveByPassword(attemptOf(credentials, request), ports, asked);
        const proven = { userId, by: { method: 'password', passwordId } } as const;
        return (await asksForCode(userId, asked))
          ? { half: halves.make(proven, signInId, now()) }
          : await startSession(proven, from(request), asked);
      }).catch(shownRefusal),
    askLink: async (email, { request, signInId }, mail) => {
      const began = performance.now();
      try {
        const asked = steps(request);
        const userId = await personForLink({ email, address: from(request).address }, ports, asked);
        const make = async (to: string): Promise<void> => {
          const linkId = await issueSignInLink(to, halfMs, asked);
          await mail(to, halves.make({ userId: to, by: { method: 'mail_link', linkId } }, signInId, now()));
        };
        // The answer does not wait for the mail: its time would say who has an account.
        if (userId !== undefined) void make(userId).catch(failed);
        return undefined;
      } catch (error) {
        return shownRefusal(error);
      } finally {
        await beat(began);
      }
    },
    openLink: ({ half }, { request, signInId }) =>
      onTheBeat(async () => {
        const proven = halves.read(half, signInId, now());
        if (proven?.by.method !== 'mail_link') return expiredHalf;
        const asked = steps(request);
        return (await asksForCode(proven.userId, asked)) ? { half } : await startSession(proven, from(request), asked);
      }).catch(shownRefusal),
    presentCode: ({ half, code }, { request, signInId }) =>
      onTheBeat(async () => {
        const proven = halves.read(half, signInId, now());
        if (!proven) return expiredHalf;
        const presented = { userId: proven.userId, code, address: from(request).address };
        const asked = steps(request);
        return withCode(presented, ports, asked, (proof) =>
          startSession(proven, { code: proof, ...from(request) }, asked),
        );
      }).catch(shownRefusal),
    passkeyRequest: (purpose) => ports.passkeys?.request(purpose, now().toISOString()),
    signInByPasskey: (answer, { request, signInId }) =>
      onTheBeat(() => {
        const asked = steps(request);
        const presented = { answer: jsonOf(answer), purpose: signInPurpose(signInId), address: from(request).address };
        return withPasskey(presented, ports, asked, (proven) => startSession(proven, from(request), asked));
      }).catch(shownRefusal),
    proveByPasskey: (answer, purpose, request) =>
      onTheBeat(() =>
        proveByPasskey({ answer: jsonOf(answer), purpose, address: from(request).address }, ports, steps(request)),
      ),
    prove: (credentials, request) =>
      onTheBeat(async () => (await proveByPassword(attemptOf(credentials, request), ports, steps(request))).userId),
    personForLink: async (email, request) => {
      const began = performance.now();
      try {
        return await personForLink({ email, address: exchangeOf(request).address ?? '' }, ports, steps(request));
      } finally {
        await beat(began);
      }
    },
    isOpen: async (userId, sessionId) => {
      const state = (await commands.load(signIn, userId, undefined))?.state;
      const startedAt = state?.sessions[sessionId];
      return state?.disabled === false && startedAt !== undefined && isOpenSession(startedAt, now().toISOString());
    },
  };
};
