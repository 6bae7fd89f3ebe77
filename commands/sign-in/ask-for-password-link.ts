import { isOpenLink, signIn } from '../../domain/sign-in/sign-in.ts';
import { type SignInState } from '../../domain/sign-in/sign-in-state.ts';
import { idFrom } from '../kernel/deterministic-ids.ts';
import { personAt } from './register-person.ts';
import { tooManyTries } from './sign-in-with-password.ts';
import type { SignInPorts, SignInSteps } from './ports.ts';

/** How long a link opens that a person asked for. */
const linkMs = 60 * 60_000;
/** A link that opens for less than this is followed by another. */
const leastMs = 10 * 60_000;
/** A new link is named by its window: shorter than a link opens, so that the next link has another name. */
const windowMs = 30 * 60_000;

type Asking = Readonly<{ email: string; address: string }>;

/**
 * The person who is sent a link for an address; undefined for an address of no person, and for a disabled person. Each
 * asking counts, apart from the tries of a password: those who ask for links keep no person from signing in.
 */
export const personForLink = async (
  { email, address }: Asking,
  ports: Pick<SignInPorts, 'hashOfAddress' | 'tries'>,
  steps: SignInSteps,
): Promise<string | undefined> => {
  const userId = await personAt(email, ports, steps);
  const state = userId === undefined ? undefined : (await steps.load(signIn, userId, { shared: true }))?.state;
  const isKnownAddress = state?.addresses.includes(address) === true;
  const tries = await ports.tries.count({ email: `link for ${email}`, address, isKnownAddress });
  if (!tries.allowed) throw tooManyTries(tries.retryAt, steps.now);
  return state?.disabled === true ? undefined : userId;
};

/** A link that was asked for before and opens long enough. Links of an administrator open for days. */
const openLink = ({ links }: SignInState, now: string): string | undefined => {
  const left = (linkId: string): number => Date.parse(links[linkId] ?? now) - Date.parse(now);
  return Object.keys(links).find((id) => isOpenLink({ links }, id, now) && left(id) >= leastMs && left(id) <= linkMs);
};

/**
 * Issues a link to choose a password. A person has few links at a time, so a repeated asking gets the same one: a stranger
 * who asks again and again voids no link of the person.
 */
export const issueAskedLink = async (
  userId: string,
  steps: SignInSteps,
): Promise<Readonly<{ userId: string; linkId: string }>> => {
  const state = (await steps.load(signIn, userId, { shared: true }))?.state ?? signIn.initial;
  const before = openLink(state, steps.now);
  if (before !== undefined) return { userId, linkId: before };
  // Askings at once name the same link. A link of another password has another name, so a used one never opens again.
  const named = JSON.stringify(['asked-link', userId, state.passwordId ?? null]);
  const linkId = idFrom(Math.floor(Date.parse(steps.now) / windowMs) * windowMs, named);
  const expiresAt = new Date(Date.parse(steps.now) + linkMs).toISOString();
  await steps.handle(
    signIn,
    userId,
    { type: 'issue-password-link', userId, linkId, expiresAt },
    { shared: true, workspaceId: '', step: 'issue-password-link' },
  );
  return { userId, linkId };
};
