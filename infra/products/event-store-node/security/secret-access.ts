import { createHash, timingSafeEqual } from 'node:crypto';
import type { Metadata } from '@grpc/grpc-js';
import { unauthenticated } from '../protocol/rpc-error.ts';
import { type Access, admins, type Principal } from './access.ts';
import { secretUser } from './secret-user.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * The rule of a node that was started with a secret: callers who know it may do everything, and every other caller is
 * refused. The log has no users then.
 */
export class SecretAccess implements Access {
  readonly #expected: Buffer;

  constructor(secret: string) {
    this.#expected = digest(`Basic ${Buffer.from(`${secretUser}:${secret}`).toString('base64')}`);
  }

  authenticate(metadata: Metadata): Promise<Principal> {
    const [header] = metadata.get('authorization');
    const isKnown = header !== undefined && timingSafeEqual(digest(header.toString()), this.#expected);
    return isKnown ? Promise.resolve({ name: secretUser, roles: [admins] }) : Promise.reject(unauthenticated());
  }

  checkStream(): Promise<void> {
    return Promise.resolve();
  }

  checkRole(): void {
    // Callers that were authenticated may do everything.
  }
}
