import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { CommandHandler } from '../../../commands/kernel/handle.ts';
import { personForLink } from '../../../commands/sign-in/ask-for-password-link.ts';
import {
  proveByPassword,
  signInWithPassword,
  type Attempt,
  type StartedSession,
} from '../../../commands/sign-in/sign-in-with-password.ts';
import type { SignInPorts } from '../../../commands/sign-in/sign-in-ports.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { isOpenSession } from '../../../domain/sign-in/session-time.ts';
import { signIn } from '../../../domain/sign-in/sign-in.ts';
import { cutText } from '../../../domain/kernel/stored-text.ts';
import { storable } from '../../../domain/kernel/stored-text.ts';
import { anonymousCaller } from '../../../read-api/contract/caller.ts';
import { httpStatusOf } from '../http/transport-refusal.ts';
import { exchangeOf } from '../http/exchange.ts';
import { newCommand, RequestWrites } from '../../../commands/kernel/request-writes.ts';

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
  /** Starts a session, or answers the one refusal of every wrong pair. */
  signIn(credentials: Credentials, request: IncomingMessage): Promise<StartedSession | RefusedEntry>;
  /** The person of an address and a password, without a session. */
  prove(credentials: Credentials, request: IncomingMessage): Promise<string>;
  /** The person who is sent a link for an address. Takes the same time for an address of no person. */
  personForLink(email: string, request: IncomingMessage): Promise<string | undefined>;
  /** Whether a session is open, as the log has it. */
  isOpen(userId: string, sessionId: string): Promise<boolean>;
}>;

type Parts = Readonly<{
  commands: CommandHandler;
  ports: SignInPorts;
  now(): Date;
  /** Answers leave at multiples of this, so that their time does not tell what was found. */
  beatMs?: number;
}>;

const maxDevice = 200;

const attemptOf = ({ email, password }: Credentials, request: IncomingMessage): Attempt => ({
  email,
  password,
  address: exchangeOf(request).address ?? '',
  device: cutText(storable(request.headers['user-agent'] ?? ''), maxDevice),
});

export const openDoor = ({ commands, ports, now, beatMs = 250 }: Parts): Door => {
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
    signIn: (credentials, request) =>
      onTheBeat(() => signInWithPassword(attemptOf(credentials, request), ports, steps(request))).catch(shownRefusal),
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
