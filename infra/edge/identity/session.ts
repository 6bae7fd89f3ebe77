import {
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeJwt,
  errors,
  jwtVerify,
  SignJWT,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose';
import { z } from 'zod';
import { randomUUID } from 'node:crypto';
import { signingAlgorithm, type SigningKeys } from './signing-key.ts';
import { isStorable, storable } from '../../../domain/kernel/stored-text.ts';

const Discovered = z.object({ jwks_uri: z.unknown().optional(), issuer: z.unknown().optional() });

/** The audience of access tokens that the local issuer issues for this API. */
export const apiAudience = 'urn:social-publishing-service:api';

/** "JWT lifetimes: access and ID tokens expire 1 hour after issuance; refresh tokens last 30 days." */
export const sessionSeconds = 3600;
export const refreshSeconds = 30 * 24 * 3600;

/**
 * Asymmetric signatures only: an unsigned token, or one signed with a public key as secret, is
 * never a session.
 */
const acceptedAlgorithms = ['ES256', 'ES384', 'RS256', 'PS256', 'EdDSA'];

export type Session = Readonly<{
  issuer: string;
  /** The person at the issuer. The local issuer's subjects are user ids of this service. */
  subject: string;
  email: string | undefined;
  /** Whether the issuer says that the address is the person's own. */
  emailVerified: boolean;
  name: string | undefined;
  /** The session of a sign-in by password, which ends when the person ends it. */
  sessionId?: string;
}>;

/** The claim of access and ID tokens that names the session of a sign-in by password. */
export const sessionClaim = 'session_id';

/** The keys of the identity provider cannot be fetched at the moment: the token may be valid. */
export class IdentityUnavailable extends Error {
  override readonly name = 'IdentityUnavailable';
}

/**
 * Undefined for an invalid session token; throws `IdentityUnavailable` when the token cannot be
 * checked.
 */
export type VerifySession = (token: string) => Promise<Session | undefined>;

type VerifierOptions = Readonly<{
  isIssuer?: (claim: string | undefined) => boolean;
  emailVerifiedByDefault?: boolean;
}>;

const verifierOf =
  (
    issuer: string,
    audience: readonly string[],
    keys: JWTVerifyGetKey,
    { isIssuer = (claim) => claim === issuer, emailVerifiedByDefault = false }: VerifierOptions = {},
  ): VerifySession =>
  async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        audience: [...audience],
        algorithms: acceptedAlgorithms,
        requiredClaims: ['exp', 'sub'],
        clockTolerance: 5,
      });
      return isIssuer(payload.iss)
        ? sessionOf(issuer, payload, { verifiedByDefault: emailVerifiedByDefault })
        : undefined;
    } catch (error) {
      if (isAboutTheToken(error)) return undefined;
      throw new IdentityUnavailable('the keys of the identity provider cannot be fetched', { cause: error });
    }
  };

const sessionOf = (
  issuer: string,
  { sub, email, email_verified: emailVerified, name, [sessionClaim]: sessionId }: JWTPayload,
  { verifiedByDefault }: Readonly<{ verifiedByDefault: boolean }>,
): Session | undefined =>
  sub === undefined || sub === ''
    ? undefined
    : {
        issuer,
        subject: sub,
        email: typeof email === 'string' && isStorable(email) ? email : undefined,
        // Some providers send the words instead of the values.
        emailVerified: emailVerified === undefined ? verifiedByDefault : String(emailVerified) === 'true',
        name: typeof name === 'string' ? storable(name) : undefined,
        ...(typeof sessionId === 'string' && { sessionId }),
      };

/** jose throws its own errors for tokens, and for key sets that could not be fetched. */
const isAboutTheToken = (error: unknown): boolean =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout) &&
  !(error instanceof errors.JWKSInvalid) &&
  error.code !== 'ERR_JOSE_GENERIC';

/** The path of the local issuer, at any address of a node. */
export const isLocalIssuer = (claim: string | undefined): boolean => /^https?:\/\/[^/]+\/oidc$/.test(claim ?? '');

/**
 * Sessions of the local issuer, verified with its own keys in memory. `clients` are its client ids:
 * ID tokens have them as audience.
 * A node signs with its own address as issuer. The address of any node is accepted, because only
 * nodes of this installation have the key.
 */
export const localSessions = (issuer: string, keys: SigningKeys, clients: readonly string[]): VerifySession =>
  verifierOf(issuer, [apiAudience, ...clients], createLocalJWKSet(keys.publicJwks), { isIssuer: isLocalIssuer });

/** Whether a token names an issuer, before anything of it is proven: it only chooses who proves it. */
const isFrom = (token: string, issuer: string): boolean => {
  try {
    return decodeJwt(token).iss === issuer;
  } catch {
    return false;
  }
};

/** Sessions of the own issuer beside those of a foreign provider. */
export const eitherSessions =
  (foreign: Readonly<{ issuer: string; verify: VerifySession }>, own: VerifySession): VerifySession =>
  (token) =>
    isFrom(token, foreign.issuer) ? foreign.verify(token) : own(token);

type RemoteOptions = Readonly<{
  issuer: string;
  audience: readonly string[];
  /** An address counts as verified where a token does not say whether it is. */
  emailVerifiedByDefault?: boolean;
  fetch?: typeof fetch;
}>;

/** A key set that can be changed on its way here would let any token pass. */
const isProtected = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);

/**
 * Sessions of a foreign OpenID provider. Its keys are found by discovery, cached, and fetched again
 * for an unknown key id.
 */
export const remoteSessions = ({
  issuer,
  audience,
  emailVerifiedByDefault = false,
  fetch: get = fetch,
}: RemoteOptions): VerifySession => {
  if (audience.length === 0)
    throw new Error('OIDC_AUDIENCE is required with OIDC_ISSUER: it names the audience of tokens for this API');
  let discovered: Promise<JWTVerifyGetKey> | undefined;
  const discover = async (): Promise<JWTVerifyGetKey> => {
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const answer = await get(address, { signal: AbortSignal.timeout(5000) });
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
    const { jwks_uri: keys, issuer: named } = Discovered.parse(await answer.json());
    if (named !== issuer) throw new Error(`${address} has another issuer`);
    if (typeof keys !== 'string') throw new Error(`${address} names no key set`);
    const keySet = new URL(keys);
    if (!isProtected(keySet)) throw new Error(`${address} names a key set without https`);
    return createRemoteJWKSet(keySet, { timeoutDuration: 5000, cooldownDuration: 30_000 });
  };
  const keys: JWTVerifyGetKey = async (...of) => {
    discovered ??= discover();
    const found = await discovered.catch((error: unknown) => {
      discovered = undefined;
      throw error;
    });
    return found(...of);
  };
  return verifierOf(issuer, audience, keys, { emailVerifiedByDefault });
};

export type MintSession = (
  user: Readonly<{ id: string; email: string; name?: string | null }>,
  validSeconds?: number,
) => Promise<string>;

/** Sessions for test mode: the same issuer, key and form as after a sign-in. */
export const sessionMint =
  (issuer: string, keys: SigningKeys): MintSession =>
  ({ id, email, name }, validSeconds = sessionSeconds) => {
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({ email, ...(name ? { name } : {}) })
      .setProtectedHeader({ alg: signingAlgorithm, kid: keys.currentId, typ: 'JWT' })
      .setIssuer(issuer)
      .setSubject(id)
      .setAudience(apiAudience)
      .setIssuedAt(now)
      .setExpirationTime(now + validSeconds)
      .setJti(randomUUID())
      .sign(keys.current);
  };
