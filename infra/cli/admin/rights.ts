import { signIn } from '../../../domain/sign-in/sign-in.ts';
import { user } from '../../../domain/users/user.ts';
import { table } from '../operator.ts';
import { needed, personOf, type AdminCommand } from './admin.ts';
import { readIfShown } from '../../stores/postgres/read-if-shown.ts';

const everywhere = { shared: true, workspaceId: '' } as const;

const setOperator =
  (operator: boolean): AdminCommand =>
  async ([named], _options, admin) => {
    const userId = await personOf(needed(named, 'The person'), admin);
    await admin.steps.handle(
      signIn,
      userId,
      { type: 'set-operator', userId, operator },
      { ...everywhere, step: 'right' },
    );
    return {
      text: `${named} is ${operator ? 'an' : 'no longer an'} operator${operator ? '' : ', unless OPERATORS names the address'}`,
      data: { id: userId, operator },
    };
  };

const listOperators: AdminCommand = async (_given, _options, { infrastructure: { config, db } }) => {
  const rows = await readIfShown(() =>
    db
      .selectFrom('sign_ins')
      .innerJoin('users', 'users.id', 'sign_ins.id')
      .select(['users.id', 'users.email', 'sign_ins.view'])
      .execute(),
  );
  const granted = rows.filter(({ view }) => view.operator).map(({ id, email }) => ({ id, email, by: 'granted' }));
  const named = config.operators.map((email) => ({ id: '', email, by: 'OPERATORS' }));
  const data = [...granted, ...named];
  return {
    text: table(
      ['id', 'e-mail', 'by'],
      data.map(({ id, email, by }) => [id, email, by]),
    ),
    data,
  };
};

export const operators = { list: listOperators, grant: setOperator(true), revoke: setOperator(false) } as const;

const setSystemAdmin =
  (isSystemAdmin: boolean): AdminCommand =>
  async ([named], _options, admin) => {
    const userId = await personOf(needed(named, 'The person'), admin);
    const command = { type: 'set-system-admin', isSystemAdmin } as const;
    await admin.steps.handle(user, userId, command, { ...everywhere, step: 'right' });
    return {
      text: `${named} is ${isSystemAdmin ? 'a' : 'no longer a'} system administrator`,
      data: { id: userId, isSystemAdmin },
    };
  };

const listSystemAdmins: AdminCommand = async (_given, _options, { infrastructure: { db } }) => {
  const rows = await readIfShown(() => db.selectFrom('users').select(['id', 'email', 'view']).execute());
  const data = rows.filter(({ view }) => view.isSystemAdmin).map(({ id, email }) => ({ id, email }));
  return {
    text: table(
      ['id', 'e-mail'],
      data.map(({ id, email }) => [id, email]),
    ),
    data,
  };
};

export const systemAdmins = {
  list: listSystemAdmins,
  grant: setSystemAdmin(true),
  revoke: setSystemAdmin(false),
} as const;
