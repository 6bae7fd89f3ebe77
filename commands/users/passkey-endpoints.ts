import { z } from 'zod';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { challengeMs, maxPasskeyName, maxPasskeys } from '../../domain/sign-in/passkeys.ts';
import { signIn } from '../../domain/sign-in/sign-in.ts';
import { user } from '../../domain/users/user.ts';
import { Id } from '../../read-api/contract/fields.ts';
import { success, Success } from '../../read-api/contract/success.ts';
import { writeEndpoint, type WriteContext, type WriteEndpoint } from '../kernel/endpoint.ts';
import { addPasskey, beginPasskey, removePasskey } from '../sign-in/passkeys.ts';
import type { PasskeyPorts, SignInPorts } from '../sign-in/ports.ts';
import { personOf } from '../workspaces/workspace-fields.ts';
import { requireOwnPassword } from './session-endpoints.ts';

const everywhere = { shared: true, workspaceId: '' } as const;
const elsewhere =
  'Where people sign in with an external identity provider alone it is 404 NOT_FOUND, and where the public address of the ' +
  'service is no name over HTTPS, because browsers make no passkeys for it.';

/** A person without a password adds a passkey in a session that is younger than this. */
const youngMs = 15 * 60_000;

const Name = z.string().trim().min(1).max(maxPasskeyName);
const Named = z.object({ passkeyId: Id });

/** A challenge counts for one session of one person. */
const purposeOf = (userId: string, sessionId: string): string => `add ${userId} ${sessionId}`;

/** The session of the request at the own issuer, where passkeys are kept. */
const requirePasskeys = (
  ports: SignInPorts | undefined,
  { caller: { sessionId } }: WriteContext,
): Readonly<{ ports: SignInPorts & Readonly<{ passkeys: PasskeyPorts }>; sessionId: string }> => {
  const passkeys = ports?.passkeys;
  if (!passkeys || sessionId === undefined) throw notFound('passkey');
  return { ports: { ...ports, passkeys }, sessionId };
};

const Options = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string().meta({ description: 'Counts once, for this session' }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(
    z.object({ type: z.literal('public-key'), id: z.string(), transports: z.array(z.string()) }),
  ),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

const begin = (given: SignInPorts | undefined) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/users/me/passkeys/options',
    id: 'beginPasskey',
    summary: 'Begin to add a passkey',
    description:
      'Answers what a browser makes a passkey of: `PublicKeyCredentialCreationOptionsJSON` of WebAuthn, for ' +
      '`PublicKeyCredential.parseCreationOptionsFromJSON`. POST /v1/users/me/passkeys takes what the browser answers, within ' +
      `${challengeMs / 60_000} minutes. Who has a password proves it, so that a stolen session cannot make a way in. Who has ` +
      `none does this within ${youngMs / 60_000} minutes of the sign-in; later it is 403 FORBIDDEN. The password is counted ` +
      `like a sign-in: too many wrong ones are 429 RATE_LIMITED. ${elsewhere}`,
    body: z.object({ currentPassword: z.string().max(1000).optional() }),
    reply: Options,
    access: 'session',
    errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'FORBIDDEN'],
    async run({ body: { currentPassword } }, context) {
      const userId = personOf(context);
      const { ports, sessionId } = requirePasskeys(given, context);
      const person = (await context.load(user, userId, { shared: true }))?.state;
      const state = (await context.load(signIn, userId, { shared: true }))?.state;
      if (!person || !state) throw notFound('passkey');
      const { email, name } = person;
      if (state.passwordId !== undefined) {
        if (currentPassword === undefined)
          throw new Refused('VALIDATION_ERROR', 'The current password is missing', { field: 'currentPassword' });
        await requireOwnPassword({ userId, email, password: currentPassword }, ports, context);
      } else if (Date.parse(context.now) - Date.parse(state.sessions[sessionId] ?? '') > youngMs)
        throw new Refused('FORBIDDEN', 'Sign in again to add a passkey: this session began too long ago');
      const options = await beginPasskey({ userId, email, name }, purposeOf(userId, sessionId), ports, context);
      return {
        body: {
          ...options,
          pubKeyCredParams: [...options.pubKeyCredParams],
          excludeCredentials: options.excludeCredentials.map((each) => ({ ...each, transports: [...each.transports] })),
        },
      };
    },
  });

const add = (given: SignInPorts | undefined) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/users/me/passkeys',
    id: 'addPasskey',
    summary: 'Add the passkey that a browser made',
    description:
      'From then on it signs the person in without an address or a password. Its authenticator has verified the person, so ' +
      `it is both factors: no code is asked for. A person has at most ${maxPasskeys}. An answer ` +
      'of another service, of another session, or to a challenge that was used or has expired is 400 VALIDATION_ERROR or 409 ' +
      `CONFLICT. ${elsewhere}`,
    body: z.object({
      name: Name.meta({ description: 'How the person knows it again' }),
      credential: z
        .object({
          id: z.string().min(1).max(2_000),
          response: z.object({
            clientDataJSON: z.string().max(4_096),
            attestationObject: z.string().max(4_096),
            transports: z.array(z.string().max(30)).max(10).optional(),
          }),
        })
        .meta({ description: 'What `toJSON` of the credential answers; these fields of it are read' }),
    }),
    reply: z.object({ id: z.string() }),
    status: 201,
    access: 'session',
    errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'CONFLICT'],
    async run({ body: { name, credential } }, context) {
      const userId = personOf(context);
      const { ports, sessionId } = requirePasskeys(given, context);
      const presented = { answer: credential, purpose: purposeOf(userId, sessionId), name };
      return { status: 201, body: { id: await addPasskey({ userId, linkId: null, ...presented }, ports, context) } };
    },
  });

const rename = writeEndpoint({
  method: 'PATCH',
  path: '/v1/users/me/passkeys/:passkeyId',
  id: 'renamePasskey',
  summary: 'Rename one of my passkeys',
  description: 'The name is for the person alone: authenticators keep the one that they were given first.',
  params: Named,
  body: z.object({ name: Name.meta({ description: 'The new name' }) }),
  reply: Success,
  access: 'session',
  errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  async run({ params: { passkeyId }, body: { name } }, context) {
    const userId = personOf(context);
    await context.handle(signIn, userId, { type: 'rename-passkey', userId, passkeyId, name }, everywhere);
    return { body: success };
  },
});

const remove = writeEndpoint({
  method: 'DELETE',
  path: '/v1/users/me/passkeys/:passkeyId',
  id: 'removePasskey',
  summary: 'Remove one of my passkeys',
  description:
    'The other sessions that it opened end. The only way in is kept: without a password the ' +
    'last passkey is 409 CONFLICT.',
  params: Named,
  reply: Success,
  access: 'session',
  errors: ['NOT_FOUND', 'CONFLICT'],
  async run({ params: { passkeyId } }, context) {
    const userId = personOf(context);
    await removePasskey({ userId, passkeyId, by: 'person', keep: context.caller.sessionId }, context);
    return { body: success };
  },
});

/** The write endpoints of a person's passkeys. */
export const passkeyEndpoints = (ports: SignInPorts | undefined): readonly WriteEndpoint[] => [
  begin(ports),
  add(ports),
  rename,
  remove,
];
