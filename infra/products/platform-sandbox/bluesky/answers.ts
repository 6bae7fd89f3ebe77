import { jsonReply } from '../body.ts';
import type { NativeFaults } from '../faults.ts';
import type { SandboxWorld } from '../platform.ts';
import type { FaultOperation } from '../store.ts';

/** XRPC errors: a name and a sentence. */
export const error = (
  status: number,
  name: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response => jsonReply(status, { error: name, message }, headers);

export const invalid = (message: string): Response => error(400, 'InvalidRequest', message);
export const expired = (): Response => error(400, 'ExpiredToken', 'Token has expired');
export const badToken = (): Response => error(400, 'InvalidToken', 'Token could not be verified');
export const missingToken = (): Response => error(401, 'AuthMissing', 'Authentication Required');

/** bsky-docs: rate limits. The reset is a moment in unix seconds. */
const rateLimited = (world: SandboxWorld): Response =>
  error(429, 'RateLimitExceeded', 'Rate Limit Exceeded', {
    'ratelimit-limit': '5000',
    'ratelimit-remaining': '0',
    'ratelimit-reset': String(Math.ceil(world.now().getTime() / 1000) + 60),
    'ratelimit-policy': '5000;w=3600',
  });

export const nativeFaults = (world: SandboxWorld, operation: FaultOperation): NativeFaults => ({
  server_error: () => error(500, 'InternalServerError', 'Internal Server Error'),
  rate_limited: () => rateLimited(world),
  token_expired: expired,
  token_revoked: badToken,
  forbidden: () => error(403, 'AccountTakedown', 'Account has been taken down'),
  duplicate: () => error(400, 'InvalidSwap', 'Record already exists'),
  media_rejected: () =>
    operation === 'upload'
      ? error(400, 'InvalidMimeType', 'The blob is no image')
      : invalid('blob too big (maximum 2000000, got 2200000) at $.record.embed.images[0].image'),
});
