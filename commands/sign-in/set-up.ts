import { holdersAt } from '../../domain/kernel/reservation.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import type { Plan } from '../../domain/plans/plan.ts';
import { setUp, setUpId } from '../../domain/sign-in/reservations.ts';
import { signIn } from '../../domain/sign-in/sign-in.ts';
import { user } from '../../domain/users/user.ts';
import { claim, isPastGrace } from '../kernel/claim.ts';
import { addPasskey, requirePasskey, type PresentedPasskey } from './passkeys.ts';
import { issueApiKey } from '../workspaces/api-keys.ts';
import { foundWorkspace } from '../workspaces/found-workspace.ts';
import { freeSlug } from '../workspaces/reserve-slug.ts';
import type { MadeApiKey } from '../workspaces/ports.ts';
import { choosePassword, registerPerson, registrationMs, requirePassword } from './register-person.ts';
import type { SignInPorts, SignInSteps } from './ports.ts';
import { defined } from '../../domain/kernel/defined.ts';

const everywhere = { shared: true, workspaceId: '' } as const;

const isSetUpBy =
  ({ load }: Pick<SignInSteps, 'load'>) =>
  async (userId: string): Promise<boolean> =>
    (await load(signIn, userId, { shared: true }))?.state.hasEntered === true || !isPastGrace(userId, registrationMs);

/** Whether the set-up link still opens: no person has used it. */
export const isSetUpOpen = async (steps: Pick<SignInSteps, 'load' | 'now'>): Promise<boolean> => {
  const held = (await steps.load(setUp, setUpId, { shared: true }))?.state ?? {};
  const [holder] = holdersAt(held, steps.now);
  return holder === undefined || !(await isSetUpBy(steps)(holder));
};

/**
 * Whether a person was left without a way in: a crash ended their registration here. A workspace of theirs is without an
 * owner, and does not close the set-up.
 */
export const isHalfMade =
  ({ load }: Pick<SignInSteps, 'load'>) =>
  async (userId: string): Promise<boolean> => {
    if (!isPastGrace(userId, registrationMs)) return false;
    const person = await load(user, userId, { shared: true });
    // A person of an identity provider has another id there, and needs no way in here.
    const isOwn = person?.events.some(({ type, data }) => type === 'UserRegistered' && data.externalId === userId);
    if (!isOwn || person?.state?.deleted !== false) return false;
    const state = (await load(signIn, userId, { shared: true }))?.state;
    return state === undefined || (!state.hasEntered && Object.keys(state.links).length === 0);
  };

export const claimSetUp = (userId: string, steps: SignInSteps): Promise<void> =>
  claim(
    setUp,
    {
      id: setUpId,
      holder: userId,
      terms: {},
      step: `claim-set-up-${userId}`,
      isValid: isSetUpBy(steps),
      options: everywhere,
    },
    steps,
  );

export type Owner = Readonly<{
  email: string;
  name: string;
  /** Absent: the person chooses it with a link. */
  password: string | undefined;
  /** Signs the owner in instead of a password. */
  passkey?: PresentedPasskey | undefined;
  workspace: Readonly<{ name: string; slug: string }>;
  /** Where no payments are configured, the owner has every feature. */
  plan: Plan | undefined;
  /** The first API key, where one is wanted. */
  key: MadeApiKey | undefined;
}>;

export type MadeOwner = Readonly<{ userId: string; workspaceId: string; passwordId: string | undefined }>;

/** Registers an owner who is an operator too, with a workspace and, where wanted, a key of every scope. */
export const createOwner = async (
  userId: string,
  { email, name, password, passkey, workspace, plan, key }: Owner,
  ports: SignInPorts,
  steps: SignInSteps,
): Promise<MadeOwner> => {
  if (password !== undefined) await requirePassword(password, [email, name, workspace.name, workspace.slug], ports);
  await registerPerson({ userId, email, name }, ports, steps);
  const workspaceId = steps.newId('workspace');
  await foundWorkspace(
    {
      workspaceId,
      ...workspace,
      logo: null,
      settings: {},
      mode: 'live',
      ownerId: userId,
      ...defined({ plan }),
    },
    steps,
  );
  const granted = { type: 'set-operator', userId, operator: true } as const;
  await steps.handle(signIn, userId, granted, { ...everywhere, step: 'grant-operator' });
  const passwordId =
    password === undefined ? undefined : await choosePassword({ userId, password, linkId: null }, ports, steps);
  if (passkey) await addPasskey({ userId, linkId: null, ...passkey }, ports, steps);
  if (key) {
    const first = { apiKeyId: steps.newId('api-key'), workspaceId, name: 'First key', createdBy: userId };
    await issueApiKey({ ...first, scopes: ['*'], expiresAt: null, allowedIps: [] }, key, steps);
  }
  return { userId, workspaceId, passwordId };
};

/** The set-up by the link: the first to claim it becomes the owner, and the link opens nothing from then on. */
export const setUpOwner = async (
  owner: Owner & Readonly<{ userId?: string | undefined }>,
  ports: SignInPorts,
  steps: SignInSteps,
): Promise<MadeOwner> => {
  const { email, name, password = '', passkey, workspace } = owner;
  if (passkey) await requirePasskey(passkey, ports, steps);
  else await requirePassword(password, [email, name, workspace.name, workspace.slug], ports);
  const userId = owner.userId ?? steps.newId('user');
  await claimSetUp(userId, steps);
  try {
    // The workspace of an earlier set-up that a crash ended keeps its slug.
    const slug = await freeSlug(workspace.slug, steps.newId('workspace'), steps);
    return await createOwner(userId, { ...owner, workspace: { ...workspace, slug } }, ports, steps);
  } catch (error) {
    // What the person can mend, such as a taken slug, must not use the link up.
    if (error instanceof Refused)
      await steps.handle(
        setUp,
        setUpId,
        { type: 'release', holder: userId },
        { ...everywhere, step: 'release-set-up' },
      );
    throw error;
  }
};
