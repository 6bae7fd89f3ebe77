import { signIn } from '../../domain/sign-in/sign-in.ts';
import { tooManyTries } from './sign-in-with-password.ts';
import type { SignInPorts, SignInSteps } from './ports.ts';

/** `of`: tries of each kind count apart. */
type Try = Readonly<{ of: 'code' | 'passkey'; userId: string; address: string }>;

/** Counts a try of a known person before it is made, apart from tries of the password, and notes guessing. */
export const countTry = async ({ of, userId, address }: Try, ports: Pick<SignInPorts, 'tries'>, steps: SignInSteps) => {
  const loaded = await steps.load(signIn, userId, { shared: true });
  const state = loaded?.state ?? signIn.initial;
  const who = { email: `${of} of ${userId}`, address, isKnownAddress: state.addresses.includes(address) };
  const tries = await ports.tries.count(who);
  if (tries.allowed) return { state, who };
  // A stranger names any person: a person without events gets none.
  if (loaded && tries.by === 'person') {
    const windowEnds = tries.retryAt.toISOString();
    const note = { type: 'note-guessing', userId, windowEnds, address, now: steps.now } as const;
    await steps.handle(signIn, userId, note, { shared: true, workspaceId: '', step: `note-guessing-${of}s` });
  }
  throw tooManyTries(tries.retryAt, steps.now);
};
