import type { Mode } from '../../../domain/kernel/mode.ts';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { isWithin, rangeOf } from '../../outside/network/address-ranges.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 44 characters of base 62 hold 262 random bits. */
const secretLength = 44;
const shownLength = 8;
const keyShape = /^svc_(live|test)_[0-9A-Za-z]{43,128}$/;
const jwtShape = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;

export type NewApiKey = Readonly<{
  /** The whole key: in the answer to its creation only, and never stored. */
  key: string;
  /** What lists show: the fixed prefix and the first eight characters of the secret. */
  prefix: string;
  hash: string;
}>;

export const newApiKey = (mode: Mode): NewApiKey => {
  const key = `svc_${mode}_${randomBase62(secretLength)}`;
  return { key, prefix: key.slice(0, `svc_${mode}_`.length + shownLength), hash: hashOfApiKey(key) };
};

/**
 * SHA-256 in hex. A plain hash is enough for 256 random bits: guessing them is out of reach, so a
 * slow hash adds nothing.
 */
export const hashOfApiKey = (key: string): string => createHash('sha256').update(key, 'utf8').digest('hex');

/** Whether a presented key has the stored hash, in constant time. */
export const isKeyOfHash = (key: string, hash: string): boolean => {
  const stored = Buffer.from(hash, 'hex');
  const presented = Buffer.from(hashOfApiKey(key), 'hex');
  return stored.length === presented.length && timingSafeEqual(stored, presented);
};

export type Credential =
  | Readonly<{ kind: 'api_key'; key: string; mode: Mode }>
  | Readonly<{ kind: 'session'; token: string }>;

/**
 * What an `Authorization` header carries. Both credentials come as `Bearer`; their structure distinguishes them: a key by its
 * fixed prefix, a session by the three parts of a JWT. Anything else is `undefined`: absent, malformed or another scheme.
 */
export const credentialFrom = (authorization: string | undefined): Credential | undefined => {
  const token = /^Bearer +([\x21-\x7e]{1,8192}) *$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) return undefined;
  const mode = keyShape.exec(token)?.[1];
  if (mode !== undefined) return { kind: 'api_key', key: token, mode: mode === 'test' ? 'test' : 'live' };
  return jwtShape.test(token) ? { kind: 'session', token } : undefined;
};

/** Whether a request from this address may use a key with this allow-list of addresses and CIDR ranges. An empty list allows all. */
export const mayUseFrom = (address: string | undefined, allowedIps: readonly string[]): boolean =>
  allowedIps.length === 0 || (address !== undefined && isWithin(address, allowedIps.map(rangeOf)));

const randomBase62 = (length: number): string => {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 in a byte: beyond it some characters would come up more often.
      if (byte < 248 && text.length < length) text += alphabet.charAt(byte % 62);
    }
  }
  return text;
};
