import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { Dice } from './dice.ts';

/** Draws whatever the code under simulation draws by itself (tokens, ids, the names of runs) from the seed, until undone. */
export const seedRandomness = (seed: number): (() => void) => {
  const dice = new Dice(seed ^ 0x5eed);
  const { randomBytes, randomUUID } = crypto;
  const bytes = (size: number): Buffer => {
    const drawn = Buffer.allocUnsafe(size);
    for (let at = 0; at < size; at += 1) drawn[at] = dice.next() * 256;
    return drawn;
  };
  const uuid = (): ReturnType<typeof randomUUID> => {
    const hex = bytes(16).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  Object.assign(crypto, { randomBytes: bytes, randomUUID: uuid });
  Object.defineProperty(globalThis.crypto, 'randomUUID', { value: uuid, configurable: true, writable: true });
  syncBuiltinESMExports();
  return () => {
    Object.assign(crypto, { randomBytes, randomUUID });
    Reflect.deleteProperty(globalThis.crypto, 'randomUUID');
    syncBuiltinESMExports();
  };
};
