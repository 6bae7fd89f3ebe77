import { signIn } from '../../../domain/sign-in/sign-in.ts';
import { cutText } from '../../../domain/kernel/stored-text.ts';
import { table } from '../operator.ts';
import { needed, personOf, type AdminCommand } from './admin.ts';
import { readIfShown } from '../../stores/postgres/read-if-shown.ts';

const everywhere = { shared: true, workspaceId: '' } as const;

const list: AdminCommand = async ([named], _options, admin) => {
  const { db } = admin.infrastructure;
  const of = named === undefined ? undefined : await personOf(named, admin);
  const rows = await readIfShown(() => {
    const query = db
      .selectFrom('sign_ins')
      .innerJoin('users', 'users.id', 'sign_ins.id')
      .select(['users.id', 'users.email', 'sign_ins.view']);
    return (of === undefined ? query : query.where('users.id', '=', of)).execute();
  });
  const data = rows.flatMap(({ id: userId, email, view }) => view.sessions.map((each) => ({ userId, email, ...each })));
  const text = table(
    ['id', 'e-mail', 'since', 'by', 'address', 'device'],
    data.map(({ id, email, startedAt, method, address, device }) => [
      id,
      email,
      startedAt,
      method,
      address,
      cutText(device, 40),
    ]),
  );
  return { text, data };
};

const revoke: AdminCommand = async ([named, sessionId], _options, admin) => {
  const userId = await personOf(needed(named, 'The person'), admin);
  const command =
    sessionId === undefined
      ? ({ type: 'end-all-sessions', userId } as const)
      : ({ type: 'end-session', userId, sessionId } as const);
  const { appended } = await admin.steps.handle(signIn, userId, command, { ...everywhere, step: 'end' });
  return { text: `${appended} ended`, data: { userId, ended: appended } };
};

export const sessions = { list, revoke } as const;
