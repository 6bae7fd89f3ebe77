import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { z } from 'zod';
import type { PasskeyPorts } from '../../../commands/sign-in/ports.ts';
import { isId } from '../../../domain/kernel/ids.ts';
import { challengeMs, type Challenge } from '../../../domain/sign-in/passkeys.ts';

/** EdDSA, ECDSA with P-256, and RSA: what authenticators make. */
const algorithms = [-8, -7, -257];
const [randomSize, timeSize, macSize] = [16, 6, 32];

const maxText = 4_096;
const Text = z.string().max(maxText);
const Creation = z.object({
  id: Text,
  response: z.object({
    clientDataJSON: Text,
    attestationObject: Text,
    transports: z.array(z.string().max(30)).max(10).default([]),
  }),
});
const Request = z.object({
  id: Text,
  response: z.object({ clientDataJSON: Text, authenticatorData: Text, signature: Text, userHandle: Text }),
});

/** The library is loaded at the first passkey: most starts see none. */
const library = () => import('@simplewebauthn/server');

/** Challenges that only the service makes, each for one purpose. */
const challengesOf = (secret: string) => {
  const macOf = (head: Buffer, purpose: string): Buffer =>
    createHmac('sha256', secret).update(`passkey\n${purpose}\n`).update(head).digest();
  return {
    make: (purpose: string, now: string): string => {
      const head = Buffer.concat([randomBytes(randomSize), Buffer.alloc(timeSize)]);
      head.writeUIntBE(Date.parse(now) + challengeMs, randomSize, timeSize);
      return Buffer.concat([head, macOf(head, purpose)]).toString('base64url');
    },
    read: (challenge: string, purpose: string, now: string): Challenge | undefined => {
      const bytes = Buffer.from(challenge, 'base64url');
      if (bytes.length !== randomSize + timeSize + macSize) return undefined;
      const head = bytes.subarray(0, randomSize + timeSize);
      if (!timingSafeEqual(bytes.subarray(head.length), macOf(head, purpose))) return undefined;
      const ends = head.readUIntBE(randomSize, timeSize);
      if (ends <= Date.parse(now)) return undefined;
      return { id: head.toString('base64url', 0, randomSize), ends: new Date(ends).toISOString() };
    },
  };
};

/**
 * Whether an attestation names no certificates. The service asks for none, and to check a chain would mean to fetch what its
 * certificates name.
 */
const isPlain = async (attestationObject: string): Promise<boolean> => {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = decoded.get('fmt');
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
};

/** Browsers make passkeys for names, over HTTPS or on this machine. */
const allowsPasskeys = ({ protocol, hostname }: URL): boolean =>
  isIP(hostname.replace(/^\[|\]$/g, '')) === 0 &&
  (protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost'));

const refusedByLibrary = (): undefined => undefined;

/** Passkeys for the public address of the service; undefined where it allows none. */
export const passkeysAt = (publicUrl: string, secret: string): PasskeyPorts | undefined => {
  const address = new URL(publicUrl);
  if (!allowsPasskeys(address)) return undefined;
  const { origin, hostname: rpId } = address;
  const challenges = challengesOf(secret);
  /** What both kinds of answers are expected to say, and the challenge that one said. */
  const expecting = (purpose: string, now: string) => {
    let challenge: Challenge | undefined;
    const expectedChallenge = (said: string): boolean =>
      (challenge = challenges.read(said, purpose, now)) !== undefined;
    const expected = { expectedChallenge, expectedOrigin: origin, expectedRPID: rpId, requireUserVerification: true };
    return { expected, challenge: () => challenge };
  };
  return {
    creation: ({ userId, email, name }, known, purpose, now) => ({
      rp: { id: rpId, name: 'Social Publishing Service' },
      user: { id: Buffer.from(userId).toString('base64url'), name: email, displayName: name },
      challenge: challenges.make(purpose, now),
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      timeout: challengeMs,
      excludeCredentials: known.map(({ credentialId: id, transports }) => ({ type: 'public-key', id, transports })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    }),
    request: (purpose, now) => ({
      challenge: challenges.make(purpose, now),
      rpId,
      timeout: challengeMs,
      userVerification: 'required',
      allowCredentials: [],
    }),
    readCreation: async (answer, purpose, now) => {
      const parsed = Creation.safeParse(answer);
      if (!parsed.success) return undefined;
      const { id, response } = parsed.data;
      if (!(await isPlain(response.attestationObject).catch(() => false))) return undefined;
      const { verifyRegistrationResponse } = await library();
      const { expected, challenge } = expecting(purpose, now);
      const { clientDataJSON, attestationObject, transports } = response;
      const read = await verifyRegistrationResponse({
        ...expected,
        response: {
          id,
          rawId: id,
          type: 'public-key',
          clientExtensionResults: {},
          response: { clientDataJSON, attestationObject },
        },
        supportedAlgorithmIDs: algorithms,
      }).catch(refusedByLibrary);
      const signed = challenge();
      if (!read?.verified || !signed) return undefined;
      const { id: credentialId, publicKey, counter } = read.registrationInfo.credential;
      return {
        passkey: { credentialId, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports },
        challenge: signed,
      };
    },
    claimed: (answer) => {
      const parsed = Request.safeParse(answer);
      if (!parsed.success) return undefined;
      const userId = Buffer.from(parsed.data.response.userHandle, 'base64url').toString();
      return isId(userId) ? { userId, credentialId: parsed.data.id } : undefined;
    },
    readRequest: async (answer, { credentialId, publicKey }, purpose, now) => {
      const parsed = Request.safeParse(answer);
      if (!parsed.success) return undefined;
      const { id, response } = parsed.data;
      const { verifyAuthenticationResponse } = await library();
      const { expected, challenge } = expecting(purpose, now);
      const read = await verifyAuthenticationResponse({
        ...expected,
        response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
        // The events of the person compare the counter.
        credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: 0 },
      }).catch(refusedByLibrary);
      const signed = challenge();
      return read?.verified && signed ? { counter: read.authenticationInfo.newCounter, challenge: signed } : undefined;
    },
  };
};
