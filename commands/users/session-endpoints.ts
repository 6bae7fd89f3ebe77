import { z } from 'zod';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { maxPasswordLength, minPasswordLength } from '../../domain/sign-in/password-rules.ts';
import { signIn } from '../../domain/sign-in/sign-in.ts';
import { user } from '../../domain/users/user.ts';
import { Id } from '../../read-api/contract/fields.ts';
import { success, Success } from '../../read-api/contract/success.ts';
import { writeEndpoint, type WriteContext, type WriteEndpoint } from '../kernel/endpoint.ts';
import { choosePassword, requirePassword } from '../sign-in/register-person.ts';
import { proveByPassword } from '../sign-in/sign-in-with-password.ts';
import type { SignInPorts } from '../sign-in/ports.ts';
import { personOf } from '../workspaces/workspace-fields.ts';

const everywhere = { shared: true, workspaceId: '' } as const;

const endSession = writeEndpoint({
  method: 'DELETE',
  path: '/v1/users/me/sessions/:sessionId',
  id: 'endSession',
  summary: 'End one of my sessions',
  description:
    'Its tokens open nothing from then on, on this node at once, on others within five seconds. `current` is the ' +
    'session of the request. Sessions of an external identity provider end there.',
  params: z.object({ sessionId: z.union([Id, z.literal('current')]) }),
  reply: Success,
  access: 'session',
  errors: ['NOT_FOUND'],
  async run({ params: { sessionId: named } }, context) {
    const sessionId = named === 'current' ? context.caller.sessionId : named;
    if (sessionId === undefined) throw notFound('session');
    const userId = personOf(context);
    await context.handle(signIn, userId, { type: 'end-session', userId, sessionId }, everywhere);
    return { body: success };
  },
});

const endOtherSessions = writeEndpoint({
  method: 'DELETE',
  path: '/v1/users/me/sessions',
  id: 'endOtherSessions',
  summary: 'End all my sessions but this one',
  description: 'Their next requests are 401 AUTHENTICATION_ERROR.',
  reply: Success,
  access: 'session',
  async run(_asked, context) {
    const userId = personOf(context);
    const keep = context.caller.sessionId;
    await context.handle(signIn, userId, { type: 'end-all-sessions', userId, keep }, everywhere);
    return { body: success };
  },
});

type OwnPassword = Readonly<{ userId: string; email: string; password: string }>;

/** Refuses a wrong password of the person of the session. It is counted like a sign-in. */
export const requireOwnPassword = async (
  { userId, email, password }: OwnPassword,
  ports: SignInPorts,
  context: WriteContext,
): Promise<void> => {
  const attempt = { email, password, address: context.caller.address ?? '', device: '' };
  const proven = await proveByPassword(attempt, ports, context).catch((error: unknown) => {
    // 401 would say that the session is invalid.
    if (error instanceof Refused && error.code === 'AUTHENTICATION_ERROR')
      throw new Refused('FORBIDDEN', 'The current password is wrong', { field: 'currentPassword' });
    throw error;
  });
  if (proven.userId !== userId) throw notFound('password');
};

const changePassword = (ports: SignInPorts | undefined) =>
  writeEndpoint({
    method: 'PUT',
    path: '/v1/users/me/password',
    id: 'changePassword',
    summary: 'Change my password',
    description:
      `The new one has ${minPasswordLength} to ${maxPasswordLength} characters, is hard to guess, and is in no list of ` +
      'leaked passwords. All other sessions end. The current password is counted like a sign-in: too many wrong ones ' +
      'are 429 RATE_LIMITED. Where people sign in with an external identity provider alone it is 404 NOT_FOUND.',
    body: z.object({ currentPassword: z.string().max(1000), newPassword: z.string().max(1000) }),
    reply: Success,
    access: 'session',
    errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'FORBIDDEN'],
    async run({ body: { currentPassword, newPassword } }, context) {
      const userId = personOf(context);
      const person = (await context.load(user, userId, { shared: true }))?.state;
      const hasPassword = (await context.load(signIn, userId, { shared: true }))?.state.passwordId !== undefined;
      if (!ports || !person || !hasPassword) throw notFound('password');
      const { email, name } = person;
      await requirePassword(newPassword, [email, name ?? ''], ports);
      await requireOwnPassword({ userId, email, password: currentPassword }, ports, context);
      const choice = { userId, password: newPassword, linkId: null, keep: context.caller.sessionId };
      await choosePassword(choice, ports, context);
      return { body: success };
    },
  });

/** The write endpoints of a person's sessions and password. */
export const sessionEndpoints = (ports: SignInPorts | undefined): readonly WriteEndpoint[] => [
  endSession,
  endOtherSessions,
  changePassword(ports),
];
