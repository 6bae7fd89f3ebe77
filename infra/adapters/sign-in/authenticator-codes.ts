import { createHash, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { SignInPorts } from '../../../commands/sign-in/ports.ts';

const issuer = 'Social Publishing Service';
const period = 30;
/** A code of the half minute before or after counts too: clocks of telephones are not exact. */
const window = 1;

/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20;

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period });

/** Letters and digits that are not taken for one another. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = [0, 1, 2, 3];

const letters = (count: number): string =>
  Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Codes by time (RFC 6238) as every authenticator application makes them, and recovery codes. */
export const authenticatorCodes: SignInPorts['codes'] = {
  newSecret: () => new Secret({ size: secretBytes }).base32,
  uriOf: (secret, label) => totpOf(secret, label).toString(),
  stepOf: (secret, code, now) => {
    const token = code.replace(/\s/g, '');
    if (!/^\d{6}$/.test(token)) return undefined;
    const timestamp = Date.parse(now);
    const delta = totpOf(secret).validate({ token, timestamp, window });
    return delta === null ? undefined : Math.floor(timestamp / 1000 / period) + delta;
  },
  newRecoveryCode: () => groups.map(() => letters(4)).join('-'),
  // A code has 79 bits, so its hash cannot be searched for, and needs no costly function.
  hashOfRecoveryCode: (code) =>
    createHash('sha256')
      .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
      .digest('base64url'),
};
