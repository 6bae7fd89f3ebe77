import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { cutText } from '../../domain/kernel/stored-text.ts';
import { maxPasskeyName, refusedPasskey, type PasskeyCommand } from '../../domain/sign-in/passkeys.ts';
import { signIn } from '../../domain/sign-in/sign-in.ts';
import { user } from '../../domain/users/user.ts';
import { countTry } from './count-try.ts';
import type { Proven } from './sign-in-with-password.ts';
import type { PasskeyCreation, PasskeyPorts, SignInPorts, SignInSteps } from './ports.ts';

const everywhere = { shared: true, workspaceId: '' } as const;

type Ports = Pick<SignInPorts, 'passkeys' | 'secrets' | 'tries'>;

/** An answer of a browser, and what it was asked for. */
type Answered = Readonly<{ answer: unknown; purpose: string }>;

export type PresentedPasskey = Answered & Readonly<{ name: string }>;

const offered = ({ passkeys }: Pick<SignInPorts, 'passkeys'>): PasskeyPorts => {
  if (!passkeys) throw notFound('passkey');
  return passkeys;
};

type Person = Readonly<{ userId: string; email: string; name: string | null }>;

/** What the browser of a person is asked for to make a passkey. */
export const beginPasskey = async (
  { userId, email, name }: Person,
  purpose: string,
  ports: Pick<SignInPorts, 'passkeys'>,
  steps: Pick<SignInSteps, 'load' | 'now'>,
): Promise<PasskeyCreation> => {
  const known = (await steps.load(signIn, userId, { shared: true }))?.state.passkeys ?? {};
  return offered(ports).creation({ userId, email, name: name ?? email }, Object.values(known), purpose, steps.now);
};

/** A new passkey, checked; refuses an answer of another purpose, origin or service. */
export const requirePasskey = async (
  { answer, purpose }: Answered,
  ports: Pick<SignInPorts, 'passkeys'>,
  { now }: Pick<SignInSteps, 'now'>,
) => {
  const read = await offered(ports).readCreation(answer, purpose, now);
  if (read) return read;
  throw new Refused('VALIDATION_ERROR', 'The passkey could not be added. Begin again', { field: 'credential' });
};

/** Checks a new passkey and appends it. With a link it replaces the password, whose hash is removed. */
export const addPasskey = async (
  { userId, answer, purpose, name, linkId }: PresentedPasskey & Readonly<{ userId: string; linkId: string | null }>,
  ports: Ports,
  steps: SignInSteps,
): Promise<string> => {
  const read = await requirePasskey({ answer, purpose }, ports, steps);
  const before = (await steps.load(signIn, userId, { shared: true }))?.state.passwordId;
  const passkeyId = steps.newId('passkey');
  const named = cutText(name.trim(), maxPasskeyName) || 'Passkey';
  const add = { type: 'add-passkey', userId, passkeyId, name: named, ...read, linkId, now: steps.now } as const;
  await steps.handle(signIn, userId, add, { ...everywhere, step: 'add-passkey' });
  if (linkId !== null && before !== undefined) await ports.secrets.remove(userId, before);
  return passkeyId;
};

/** Whether a person signs in at all. */
const isPerson = async (userId: string, { load }: Pick<SignInSteps, 'load'>): Promise<boolean> =>
  (await load(user, userId, { shared: true }))?.state?.deleted === false;

/**
 * Proves a person by a passkey, and does what it is for, which uses the signature up. An unknown person, an unknown passkey
 * and a wrong signature are one refusal. The try stops counting only once the signature was used up.
 */
export const withPasskey = async <T>(
  { answer, purpose, address }: Answered & Readonly<{ address: string }>,
  ports: Ports,
  steps: SignInSteps,
  use: (proven: Proven & Readonly<{ by: { method: 'passkey' } }>) => Promise<T>,
): Promise<T> => {
  const passkeys = offered(ports);
  const { userId = '', credentialId = '' } = passkeys.claimed(answer) ?? {};
  const { state, who } = await countTry({ of: 'passkey', userId, address }, ports, steps);
  const [passkeyId, passkey] =
    Object.entries(state.passkeys).find(([, each]) => each.credentialId === credentialId) ?? [];
  if (passkeyId === undefined || !passkey || !(await isPerson(userId, steps))) throw refusedPasskey();
  const read = await passkeys.readRequest(answer, passkey, purpose, steps.now);
  if (!read) throw refusedPasskey();
  const done = await use({ userId, by: { method: 'passkey', passkeyId, ...read } });
  await ports.tries.succeeded(who);
  return done;
};

/** Proves a person by a passkey for one act, without a session. */
export const proveByPasskey = (
  presented: Answered & Readonly<{ address: string }>,
  ports: Ports,
  steps: SignInSteps,
): Promise<string> =>
  withPasskey(presented, ports, steps, async ({ userId, by }) => {
    const command = { type: 'use-passkey', userId, by, now: steps.now } as const;
    await steps.handle(signIn, userId, command, { ...everywhere, step: 'use-passkey' });
    return userId;
  });

/** Removes a passkey. An administrator of the installation ends every session of the person too. */
export const removePasskey = async (
  removing: Omit<Extract<PasskeyCommand, { type: 'remove-passkey' }>, 'type'>,
  steps: Pick<SignInSteps, 'handle'>,
): Promise<void> => {
  const command = { type: 'remove-passkey', ...removing } as const;
  await steps.handle(signIn, removing.userId, command, { ...everywhere, step: 'remove-passkey' });
};
