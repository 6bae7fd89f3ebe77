import { z } from 'zod';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { offerMs, recoveryCodeCount } from '../../domain/sign-in/second-factor.ts';
import { signIn } from '../../domain/sign-in/sign-in.ts';
import { user } from '../../domain/users/user.ts';
import { success, Success } from '../../read-api/contract/success.ts';
import { writeEndpoint, type WriteContext, type WriteEndpoint } from '../kernel/endpoint.ts';
import {
  disableSecondFactor,
  enableSecondFactor,
  offerSecondFactor,
  replaceRecoveryCodes,
  withCode,
} from '../sign-in/second-factor.ts';
import type { SignInPorts } from '../sign-in/ports.ts';
import { personOf } from '../workspaces/workspace-fields.ts';
import { requireOwnPassword } from './session-endpoints.ts';

const elsewhere = 'Where people sign in with an external identity provider alone it is 404 NOT_FOUND.';
const counted = 'Tries are counted like those of a sign-in: too many wrong codes are 429 RATE_LIMITED.';

const Code = z.object({
  code: z.string().trim().min(1).max(50).meta({ description: 'A code of the authenticator application' }),
});
const RecoveryCodes = z.object({
  recoveryCodes: z.array(z.string()).meta({ description: 'Each replaces one code, once. They are not shown again' }),
});

const presentedBy = (code: string, context: WriteContext) => ({
  userId: personOf(context),
  code,
  address: context.caller.address ?? '',
});

/** 401 would say that the session is invalid. */
const asForbidden = (error: unknown): never => {
  if (error instanceof Refused && error.code === 'AUTHENTICATION_ERROR')
    throw new Refused('FORBIDDEN', error.message, { field: 'code' });
  throw error;
};

const offer = (ports: SignInPorts | undefined) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/users/me/second-factor',
    id: 'offerSecondFactor',
    summary: 'Begin to set up a second factor',
    description:
      'Answers a secret for an authenticator application, as text and as an `otpauth` address (RFC 6238: six digits, half ' +
      `a minute, SHA-1). It is in force when POST /v1/users/me/second-factor/confirm got one of its codes, within ` +
      `${offerMs / 60_000} minutes; a later call replaces it. Who has a password proves it, so that a stolen session cannot ` +
      `lock the person out. With a second factor in force it is 409 CONFLICT. ${elsewhere}`,
    body: z.object({ currentPassword: z.string().max(1000).optional() }),
    reply: z.object({
      secret: z.string().meta({ description: 'The secret, for typing' }),
      uri: z.string().meta({ description: 'The secret as an address, for a QR code or a tap on the same device' }),
      expiresAt: z.string().meta({ description: 'Until when a code confirms it' }),
    }),
    access: 'session',
    errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'FORBIDDEN', 'CONFLICT'],
    async run({ body: { currentPassword } }, context) {
      const userId = personOf(context);
      const person = (await context.load(user, userId, { shared: true }))?.state;
      if (!ports || !person) throw notFound('second factor');
      const { email } = person;
      const hasPassword = (await context.load(signIn, userId, { shared: true }))?.state.passwordId !== undefined;
      if (hasPassword) {
        if (currentPassword === undefined)
          throw new Refused('VALIDATION_ERROR', 'The current password is missing', { field: 'currentPassword' });
        await requireOwnPassword({ userId, email, password: currentPassword }, ports, context);
      }
      return { body: await offerSecondFactor({ userId, email }, ports, context) };
    },
  });

const confirm = (ports: SignInPorts | undefined) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/users/me/second-factor/confirm',
    id: 'confirmSecondFactor',
    summary: 'Switch the second factor on with its first code',
    description:
      `From then on a sign-in asks for a code after the password. Answers ${recoveryCodeCount} recovery codes, this once: ` +
      'each replaces one code, once. All other sessions end, because they were opened without a code. A code counts for ' +
      `its half minute and the ones beside it, and once. ${counted} ${elsewhere}`,
    body: Code,
    reply: RecoveryCodes,
    access: 'session',
    errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'CONFLICT'],
    async run({ body: { code } }, context) {
      if (!ports) throw notFound('second factor');
      const presented = { ...presentedBy(code, context), keep: context.caller.sessionId };
      return { body: { recoveryCodes: [...(await enableSecondFactor(presented, ports, context))] } };
    },
  });

const replaceCodes = (ports: SignInPorts | undefined) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/users/me/second-factor/recovery-codes',
    id: 'replaceRecoveryCodes',
    summary: 'Get new recovery codes',
    description: `For a code, or for one of the recovery codes that are left. The earlier ones are void. ${counted} ${elsewhere}`,
    body: Code,
    reply: RecoveryCodes,
    access: 'session',
    errors: ['NOT_FOUND', 'FORBIDDEN'],
    async run({ body: { code } }, context) {
      if (!ports) throw notFound('second factor');
      const made = await replaceRecoveryCodes(presentedBy(code, context), ports, context).catch(asForbidden);
      return { body: { recoveryCodes: [...made] } };
    },
  });

const disable = (ports: SignInPorts | undefined) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/users/me/second-factor/disable',
    id: 'disableSecondFactor',
    summary: 'Switch my second factor off',
    description:
      'For a code, or for a recovery code. A person who has neither asks an administrator of the installation ' +
      `(\`npm run admin -- people reset-second-factor PERSON\`). ${counted} ${elsewhere}`,
    body: Code,
    reply: Success,
    access: 'session',
    errors: ['NOT_FOUND', 'FORBIDDEN'],
    async run({ body: { code } }, context) {
      if (!ports) throw notFound('second factor');
      const presented = presentedBy(code, context);
      const { userId } = presented;
      await withCode(presented, ports, context, (proof) =>
        disableSecondFactor({ userId, proof }, ports, context),
      ).catch(asForbidden);
      return { body: success };
    },
  });

/** The write endpoints of a person's second factor. */
export const secondFactorEndpoints = (ports: SignInPorts | undefined): readonly WriteEndpoint[] => [
  offer(ports),
  confirm(ports),
  replaceCodes(ports),
  disable(ports),
];
