import type { IncomingMessage } from 'node:http';
import type { Mode } from '../../../domain/kernel/mode.ts';
import { anonymousCaller, type Caller } from '../../../read-api/contract/caller.ts';
import { isId } from '../../../domain/kernel/ids.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { credentialFrom, mayUseFrom } from '../access/api-key.ts';
import type { CredentialDirectory, KnownKey, KnownPerson } from '../access/credentials.ts';
import { defined } from '../../../domain/kernel/defined.ts';

/** The time on a mode's clock, in milliseconds: test workspaces live on the test clock. */
export type Clock = (mode: Mode) => number;

/** The part of a request that identifies its sender. */
export type WithHeaders = Pick<IncomingMessage, 'headers'>;

type Reason = 'missing' | 'malformed' | 'unknown' | 'revoked' | 'expired' | 'disabled';

const unauthenticated = (reason: Reason, message: string): Refused =>
  new Refused('AUTHENTICATION_ERROR', message, { reason });

/** What is wrong with a header that holds no credential. The header itself is never repeated. */
const withoutCredential = (authorization: string | undefined): Refused =>
  authorization === undefined
    ? unauthenticated('missing', 'The request has no credential. Send Authorization: Bearer <API key or session>')
    : unauthenticated(
        'malformed',
        'The Authorization header is malformed. It is Bearer, a space, and an API key (svc_live_… or svc_test_…, whole) ' +
          'or a session (a JWT)',
      );

const ofWorkspaces = /^\/v1\/workspaces\/:id(\/|$)/;

/**
 * The workspace that a path names, `/v1/workspaces/:id/…`: the same decoded parameter that the
 * endpoint gets, so both mean the same workspace.
 */
export const workspaceInPath = (
  pattern: string | undefined,
  params: Readonly<Record<string, unknown>>,
): string | undefined => {
  if (pattern === undefined || !ofWorkspaces.test(pattern)) return undefined;
  const { id } = params;
  return typeof id === 'string' && isId(id) ? id : undefined;
};

/** The workspace a session asks to act in: the path's, else the one named in X-Workspace-Id. */
const wantedWorkspace = (req: WithHeaders, inPath: string | undefined): string | undefined => {
  if (inPath !== undefined) return inPath;
  const named = req.headers['x-workspace-id'];
  if (typeof named !== 'string') return undefined;
  if (!isId(named)) throw new Refused('BAD_REQUEST', 'X-Workspace-Id is not an id', { field: 'X-Workspace-Id' });
  return named;
};

/**
 * Establishes the caller from the Authorization header. A caller with an empty `workspaceId` is a person without a membership
 * where they asked to act; what may still be answered then is decided by `requireWorkspace`.
 */
export const authenticate = async (
  req: WithHeaders,
  { inPath, address }: Readonly<{ inPath: string | undefined; address: string | undefined }>,
  directory: CredentialDirectory,
  clock: Clock,
): Promise<Caller> => {
  const credential = credentialFrom(req.headers.authorization);
  if (credential === undefined) throw withoutCredential(req.headers.authorization);
  if (credential.kind === 'session') {
    const person = await directory.bySession(credential.token, wantedWorkspace(req, inPath));
    if (person === undefined) throw unauthenticated('unknown', 'The session is invalid or has expired. Sign in again');
    return callerOfPerson(person, address);
  }
  const key = await directory.byApiKey(credential.key);
  if (key === undefined)
    throw unauthenticated('unknown', 'No API key is like this one. Check that it is whole and of this installation');
  if (key.isMakerDisabled) throw unauthenticated('disabled', 'The person who made this API key is disabled');
  if (key.revokedAt !== null)
    throw unauthenticated('revoked', `The API key was revoked at ${key.revokedAt}. Make a new one`);
  if (key.expiresAt !== null && Date.parse(key.expiresAt) <= clock(key.mode)) {
    throw unauthenticated('expired', `The API key expired at ${key.expiresAt}. Make a new one`);
  }
  if (key.allowedIps.length > 0 && !mayUseFrom(address, key.allowedIps)) {
    throw new Refused('FORBIDDEN', 'This API key may not be used from this address');
  }
  return callerOfKey(key, address);
};

const callerOfKey = (key: KnownKey, address: string | undefined): Caller => ({
  kind: 'api_key',
  workspaceId: key.workspaceId,
  mode: key.mode,
  plan: key.plan,
  ...defined({ topPlan: key.topPlan }),
  userId: key.createdBy,
  keyId: key.keyId,
  scopes: key.scopes,
  canApprove: key.canApprove,
  role: undefined,
  address,
});

const callerOfPerson = (
  { userId, operator, sessionId, application, membership }: KnownPerson,
  address: string | undefined,
): Caller => ({
  ...anonymousCaller,
  ...membership,
  userId,
  operator,
  ...defined({ sessionId, application }),
  address,
});
