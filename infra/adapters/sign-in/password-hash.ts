import { hash, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import pLimit from 'p-limit';
import { Refused } from '../../../domain/kernel/refused.ts';

/** argon2id, the library's default algorithm: 19 MiB of memory, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Each hash takes the memory above and some tens of milliseconds of a core. */
const atOnce = 2;
const mostWaiting = 100;

/** Hashes passwords outside of the event loop, a few at a time: many tries at once must not take all memory. */
export const passwordHashing = () => {
  const limit = pLimit(atOnce);
  const queued = <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= mostWaiting)
      throw new Refused('SERVICE_UNAVAILABLE', 'Too many people sign in at this moment. Try again');
    return limit(work);
  };
  let standIn: Promise<string> | undefined;
  return {
    hashPassword: (password: string): Promise<string> => queued(() => hash(password, cost)),
    verifyPassword: async (password: string, stored: string | undefined): Promise<boolean> => {
      // A person without a password costs the same work as one with a password.
      standIn ??= hash(randomBytes(24).toString('base64'), cost);
      const against = stored ?? (await standIn);
      const isRight = await queued(() => verify(against, password));
      return stored !== undefined && isRight;
    },
  };
};
