import { z } from 'zod';
import { registerPerson, personAt } from '../../../commands/sign-in/register-person.ts';
import { removePasskey } from '../../../commands/sign-in/passkeys.ts';
import { disableSecondFactor } from '../../../commands/sign-in/second-factor.ts';
import { signIn } from '../../../domain/sign-in/sign-in.ts';
import { user } from '../../../domain/users/user.ts';
import { GivenRole } from '../../../domain/workspaces/role.ts';
import { workspace } from '../../../domain/workspaces/workspace.ts';
import { Refusal, table, UsageError } from '../operator.ts';
import { needed, personOf, type Admin, type AdminCommand } from './admin.ts';
import { readIfShown } from '../../stores/postgres/read-if-shown.ts';
import { workspaceOf } from './workspaces.ts';

const linkDays = 7;
const everywhere = { shared: true, workspaceId: '' } as const;

/** A link with which the person chooses a password, once, within seven days. */
export const passwordLinkFor = async (userId: string, { steps, links }: Admin): Promise<string> => {
  const linkId = steps.newId('password-link');
  const expiresAt = new Date(Date.parse(steps.now) + linkDays * 86_400_000).toISOString();
  const command = { type: 'issue-password-link', userId, linkId, expiresAt } as const;
  await steps.handle(signIn, userId, command, { ...everywhere, step: 'issue-password-link' });
  return links.urlOf({ userId, linkId });
};

export const emailFrom = (text: string | undefined): string => {
  const parsed = z.email().max(254).safeParse(needed(text, 'The e-mail address'));
  if (!parsed.success) throw new UsageError(`${text} is not an e-mail address`);
  return parsed.data;
};

const list: AdminCommand = async (_given, _options, { infrastructure: { db } }) => {
  const rows = await readIfShown(() =>
    db
      .selectFrom('users')
      .leftJoin('sign_ins', 'sign_ins.id', 'users.id')
      .select(['users.id', 'users.email', 'users.name', 'users.view as person', 'sign_ins.view as entry'])
      .orderBy('users.created_at')
      .limit(1_000)
      .execute(),
  );
  const data = rows.map(({ id, email, name, person, entry }) => ({
    id,
    email,
    name,
    hasPassword: entry?.hasPassword ?? false,
    disabled: entry?.disabled ?? false,
    operator: entry?.operator ?? false,
    secondFactor: entry?.secondFactor !== undefined,
    passkeys: entry?.passkeys.length ?? 0,
    systemAdmin: person.isSystemAdmin,
    sessions: entry?.sessions.length ?? 0,
  }));
  const text = table(
    ['id', 'e-mail', 'name', 'sessions', 'is'],
    data.map((each) => [
      each.id,
      each.email,
      each.name ?? '',
      String(each.sessions),
      [
        ...(each.disabled ? ['disabled'] : []),
        ...(each.operator ? ['operator'] : []),
        ...(each.systemAdmin ? ['system administrator'] : []),
        ...(each.secondFactor ? ['with a second factor'] : []),
        ...(each.passkeys > 0 ? [`with ${each.passkeys} ${each.passkeys === 1 ? 'passkey' : 'passkeys'}`] : []),
        ...(each.hasPassword ? [] : ['without a password']),
      ].join(', '),
    ]),
  );
  return { text, data };
};

const create: AdminCommand = async ([address], { name, workspace: named, role = 'MEMBER' }, admin) => {
  const { ports, steps } = admin;
  const email = emailFrom(address);
  if ((await personAt(email, ports, steps)) !== undefined)
    throw new Refusal(`${email} signs in here already. A new link: npm run admin -- people link ${email}`);
  const given = GivenRole.safeParse(role.toUpperCase());
  if (!given.success) throw new UsageError(`--role must be one of ${GivenRole.options.join(', ')}`);
  const into = named === undefined ? undefined : await workspaceOf(named, admin);
  const userId = steps.newId('user');
  await registerPerson({ userId, email, name: name ?? null }, ports, steps);
  if (into !== undefined) {
    const member = { type: 'add-member', userId, role: given.data } as const;
    await steps.handle(workspace, into, member, { workspaceId: into, step: 'add-member' });
  }
  const link = await passwordLinkFor(userId, admin);
  return {
    text: `${email} is registered. The link to choose a password, once, within ${linkDays} days:\n${link}`,
    data: { id: userId, email, workspaceId: into ?? null, link },
  };
};

const link: AdminCommand = async ([named], _options, admin) => {
  const userId = await personOf(needed(named, 'The person'), admin);
  const url = await passwordLinkFor(userId, admin);
  return {
    text: `The link to choose a new password, once, within ${linkDays} days:\n${url}`,
    data: { id: userId, link: url },
  };
};

const setDisabled =
  (disabled: boolean): AdminCommand =>
  async ([named], _options, admin) => {
    const userId = await personOf(needed(named, 'The person'), admin);
    if (!(await admin.steps.load(user, userId, { shared: true }))) throw new Refusal(`There is no person ${named}`);
    await admin.steps.handle(
      signIn,
      userId,
      { type: 'set-disabled', userId, disabled },
      { ...everywhere, step: 'disable' },
    );
    const text = disabled
      ? `${named} is disabled: no sign-in and no session opens. API keys stay (npm run admin -- keys list)`
      : `${named} may sign in again`;
    return { text, data: { id: userId, disabled } };
  };

const resetSecondFactor: AdminCommand = async ([named], _options, admin) => {
  const userId = await personOf(needed(named, 'The person'), admin);
  const ended = await disableSecondFactor({ userId, proof: undefined }, admin.ports, admin.steps);
  const text =
    ended === 0
      ? `${named} has no second factor`
      : `${named} signs in without a code from now on. Every session of the person has ended`;
  return { text, data: { id: userId, removed: ended > 0 } };
};

const listPasskeys: AdminCommand = async ([named], _options, admin) => {
  const userId = await personOf(needed(named, 'The person'), admin);
  const { db } = admin.infrastructure;
  const rows = await readIfShown(() => db.selectFrom('sign_ins').select('view').where('id', '=', userId).execute());
  const data = rows.flatMap(({ view }) => view.passkeys);
  const text = table(
    ['id', 'name', 'added', 'last used'],
    data.map(({ id, name, addedAt, lastUsedAt }) => [id, name, addedAt, lastUsedAt ?? 'never']),
  );
  return { text, data };
};

const takePasskey: AdminCommand = async ([named, passkeyId], _options, admin) => {
  const userId = await personOf(needed(named, 'The person'), admin);
  const id = needed(passkeyId, 'The passkey');
  await removePasskey({ userId, passkeyId: id, by: 'administrator' }, admin.steps);
  const state = (await admin.steps.load(signIn, userId))?.state;
  const left = state?.passwordId === undefined && Object.keys(state?.passkeys ?? {}).length === 0;
  const text = `The passkey opens nothing any more. Every session of the person has ended${
    left ? `. ${named} has no way in: npm run admin -- people link ${named}` : ''
  }`;
  return { text, data: { id: userId, passkeyId: id } };
};

export const people = {
  list,
  create,
  link,
  'reset-second-factor': resetSecondFactor,
  passkeys: listPasskeys,
  'remove-passkey': takePasskey,
  disable: setDisabled(true),
  enable: setDisabled(false),
} as const;
