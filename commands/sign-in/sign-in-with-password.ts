import { Refused } from '../../domain/kernel/refused.ts';
import type { CodeProof } from '../../domain/sign-in/second-factor.ts';
import { refusedSignIn, signIn, type FirstProof } from '../../domain/sign-in/sign-in.ts';
import { type SignInState } from '../../domain/sign-in/sign-in-state.ts';
import { personAt } from './register-person.ts';
import type { SignInPorts, SignInSteps } from './ports.ts';

export type Attempt = Readonly<{ email: string; password: string; address: string; device: string }>;
export type StartedSession = Readonly<{ userId: string; sessionId: string }>;

export const tooManyTries = (retryAt: Date, now: string): Refused => {
  const seconds = Math.max(1, Math.ceil((retryAt.getTime() - Date.parse(now)) / 1000));
  const minutes = Math.ceil(seconds / 60);
  return new Refused(
    'RATE_LIMITED',
    `Too many tries. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`,
    { retryAfterSeconds: seconds },
  );
};

/**
 * Proves a person by address and password. An address of no person, a wrong password and a disabled
 * person are one refusal, after the same work.
 */
export const proveByPassword = async (
  { email, password, address }: Attempt,
  ports: SignInPorts,
  steps: SignInSteps,
): Promise<Readonly<{ userId: string; passwordId: string }>> => {
  const userId = await personAt(email, ports, steps);
  const state: SignInState | undefined =
    userId === undefined ? undefined : (await steps.load(signIn, userId, { shared: true }))?.state;
  const who = { email, address, isKnownAddress: state?.addresses.includes(address) === true };
  const tries = await ports.tries.count(who);
  if (!tries.allowed) {
    if (userId !== undefined && tries.by === 'person') {
      const windowEnds = tries.retryAt.toISOString();
      const command = { type: 'note-guessing', userId, windowEnds, address, now: steps.now } as const;
      await steps.handle(signIn, userId, command, { shared: true, workspaceId: '', step: 'note-guessing' });
    }
    throw tooManyTries(tries.retryAt, steps.now);
  }
  const passwordId = state?.disabled === false ? state.passwordId : undefined;
  const hash =
    userId === undefined || passwordId === undefined ? undefined : await ports.secrets.get(userId, passwordId);
  const isRight = await ports.verifyPassword(password, hash);
  if (!isRight || userId === undefined || passwordId === undefined) throw refusedSignIn();
  await ports.tries.succeeded(who);
  return { userId, passwordId };
};

/** Whether a sign-in asks for a code after the password. */
export const asksForCode = async (userId: string, steps: SignInSteps): Promise<boolean> =>
  (await steps.load(signIn, userId, { shared: true }))?.state.factor !== undefined;

/** What was proven of a person before a session starts. */
export type Proven = Readonly<{ userId: string; by: FirstProof }>;

/** Starts the session of a proven person. */
export const startSession = async (
  { userId, by }: Proven,
  { code, address, device }: Readonly<{ code?: CodeProof | undefined; address: string; device: string }>,
  steps: SignInSteps,
): Promise<StartedSession> => {
  const sessionId = steps.newId('session');
  await steps.handle(
    signIn,
    userId,
    { type: 'start-session', userId, sessionId, by, code, address, device, now: steps.now },
    { shared: true, workspaceId: '', step: 'start-session' },
  );
  return { userId, sessionId };
};
