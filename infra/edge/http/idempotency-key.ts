import type { IncomingMessage } from 'node:http';
import { Refused } from '../../../domain/kernel/refused.ts';

const shape = /^[\x21-\x7e]{1,255}$/;

/** The Idempotency-Key of a request; `undefined` where it sent none. Anything but 1 to 255 printable ASCII characters is refused. */
export const keyIn = (req: IncomingMessage): string | undefined => {
  const key = req.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && shape.test(key)) return key;
  throw new Refused('BAD_REQUEST', 'An Idempotency-Key has 1 to 255 printable ASCII characters without spaces', {
    idempotencyCode: 'INVALID_KEY',
  });
};
