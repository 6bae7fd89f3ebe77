import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { SignInPorts } from '../../../commands/sign-in/ports.ts';
import type { Database } from '../../stores/postgres/database.ts';
import { countTry, forgetTries, takeTryBack } from '../../stores/postgres/sign-in-tries.ts';

type Limits = Readonly<{ perPerson: number; perAddress: number; windowSeconds: number }>;

/** A person who forgot a password tries a few; an office behind one address tries more. */
export const tryLimits: Limits = { perPerson: 10, perAddress: 60, windowSeconds: 900 };

/** One network of IPv6 has more addresses than any limit, so it counts as one. */
const networkOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv6'
    ? parsed
        .toByteArray()
        .slice(0, 8)
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('')
    : parsed.toString();
};

/**
 * Counts tries by person and by address. Tries from an address that the person signed in from before count apart: a
 * stranger who guesses does not lock the person out.
 */
export const triesIn = (
  database: Database,
  secret: string,
  { perPerson, perAddress, windowSeconds }: Limits = tryLimits,
): SignInPorts['tries'] => {
  const keyOf = (...parts: readonly string[]): string =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');
  const keysOf = ({ email, address, isKnownAddress }: Parameters<SignInPorts['tries']['count']>[0]) => {
    const network = networkOf(address);
    return {
      person: keyOf('person', email.trim().toLowerCase(), isKnownAddress ? network : ''),
      address: keyOf('address', network),
    };
  };
  return {
    count: async (who) => {
      const keys = keysOf(who);
      const [ofPerson, ofAddress] = await Promise.all([
        countTry(database, keys.person, windowSeconds),
        countTry(database, keys.address, windowSeconds),
      ]);
      if (ofPerson.tries > perPerson) return { allowed: false, retryAt: ofPerson.windowEnds, by: 'person' };
      if (ofAddress.tries > perAddress) return { allowed: false, retryAt: ofAddress.windowEnds, by: 'address' };
      return { allowed: true };
    },
    succeeded: async (who) => {
      const keys = keysOf(who);
      await Promise.all([forgetTries(database, keys.person), takeTryBack(database, keys.address)]);
    },
  };
};
