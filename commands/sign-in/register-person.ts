import { holdersAt } from '../../domain/kernel/reservation.ts';
import { challengeMs } from '../../domain/sign-in/passkeys.ts';
import { requirePasswordLength, requireStrength } from '../../domain/sign-in/password-rules.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { signInAddress } from '../../domain/sign-in/reservations.ts';
import { signIn } from '../../domain/sign-in/sign-in.ts';
import { user } from '../../domain/users/user.ts';
import { claim, claimGraceMs, isPastGrace } from '../kernel/claim.ts';
import type { SignInPorts, SignInSteps } from './ports.ts';

export type NewPerson = Readonly<{ userId: string; email: string; name: string | null }>;

/** Refuses a password that is too short, easy to guess, or leaked. */
export const requirePassword = async (
  password: string,
  known: readonly string[],
  { estimatePassword }: Pick<SignInPorts, 'estimatePassword'>,
): Promise<void> => {
  requirePasswordLength(password);
  requireStrength(await estimatePassword(password, known));
};

/** The longest time from the id of a person to a way in: a page makes the id for the passkey that it asks for. */
export const registrationMs = claimGraceMs + challengeMs;

/** Whether the holder of an address is a person who can sign in, or who is being registered. */
const signsIn =
  ({ load }: Pick<SignInSteps, 'load'>) =>
  async (userId: string): Promise<boolean> => {
    if (!isPastGrace(userId, registrationMs)) return true;
    const person = (await load(user, userId, { shared: true }))?.state;
    if (!person || person.deleted) return false;
    const state = (await load(signIn, userId, { shared: true }))?.state;
    // A registration that a crash ended left no way in and no link.
    return state !== undefined && (state.hasEntered || Object.keys(state.links).length > 0);
  };

/** The person who signs in with an address, as the log has it; undefined for an address of no person. */
export const personAt = async (
  email: string,
  { hashOfAddress }: Pick<SignInPorts, 'hashOfAddress'>,
  steps: Pick<SignInSteps, 'load' | 'now'>,
): Promise<string | undefined> => {
  const held = (await steps.load(signInAddress, hashOfAddress(email), { shared: true }))?.state ?? {};
  const [userId] = holdersAt(held, steps.now);
  if (userId === undefined) return undefined;
  const person = (await steps.load(user, userId, { shared: true }))?.state;
  return person && !person.deleted ? userId : undefined;
};

/** Claims the address of a person, then registers the person. */
export const registerPerson = async (
  { userId, email, name }: NewPerson,
  { hashOfAddress }: Pick<SignInPorts, 'hashOfAddress'>,
  steps: SignInSteps,
): Promise<void> => {
  await claim(
    signInAddress,
    {
      id: hashOfAddress(email),
      holder: userId,
      terms: {},
      step: `claim-address-${userId}`,
      isValid: signsIn(steps),
      options: { shared: true, workspaceId: '' },
    },
    steps,
  );
  const person = { type: 'sign-in', userId, externalId: userId, email, name, avatarUrl: null } as const;
  await steps.handle(user, userId, person, { shared: true, workspaceId: '', step: `register-${userId}` });
};

type Choice = Readonly<{
  userId: string;
  password: string;
  /** The link that allows it; null where the person proved themselves in another way. */
  linkId: string | null;
  /** The session that goes on; all others end. */
  keep?: string | undefined;
}>;

/**
 * Stores the hash, then appends the event that puts it in force. A crash between the two leaves a
 * hash that no event names.
 */
export const choosePassword = async (
  { userId, password, linkId, keep }: Choice,
  { hashPassword, secrets }: Pick<SignInPorts, 'hashPassword' | 'secrets'>,
  steps: SignInSteps,
): Promise<string> => {
  const before = (await steps.load(signIn, userId, { shared: true }))?.state.passwordId;
  const passwordId = steps.newId('password');
  await secrets.put(userId, passwordId, await hashPassword(password));
  const command = { type: 'set-password', userId, passwordId, linkId, keep, now: steps.now } as const;
  const shared = { shared: true, workspaceId: '', step: `set-password-${passwordId}` };
  try {
    await steps.handle(signIn, userId, command, shared);
  } catch (error) {
    // After a lost answer the event may be stored, and then names this hash.
    if (error instanceof Refused) await secrets.remove(userId, passwordId);
    throw error;
  }
  if (before !== undefined && before !== passwordId) await secrets.remove(userId, before);
  return passwordId;
};
