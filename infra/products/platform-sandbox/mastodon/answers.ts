import { jsonReply } from '../body.ts';
import type { NativeFaults } from '../faults.ts';
import type { SandboxWorld } from '../platform.ts';
import type { FaultOperation } from '../store.ts';

export const error = (status: number, words: string, description?: string): Response =>
  jsonReply(status, { error: words, ...(description !== undefined && { error_description: description }) });

export const notFound = (): Response => error(404, 'Record not found');
export const invalid = (words: string): Response => error(422, `Validation failed: ${words}`);
export const unfinished = (): Response =>
  error(422, 'Cannot attach files that have not finished processing. Try again in a moment!');
export const outsideScopes = (): Response => error(403, 'This action is outside the authorized scopes');

/** Doorkeeper's messages for invalid tokens. */
export const badToken = (way: 'missing' | 'unknown' | 'expired' | 'revoked' | 'spent'): Response =>
  error(
    401,
    way === 'expired' || way === 'revoked'
      ? `The access token ${way === 'expired' ? 'expired' : 'was revoked'}`
      : 'The access token is invalid',
  );

/** Mastodon docs: rate limits. The reset is a moment in ISO 8601. */
const rateLimited = (world: SandboxWorld, operation: FaultOperation): Response =>
  jsonReply(
    429,
    { error: 'Too many requests' },
    {
      'x-ratelimit-limit': operation === 'upload' || operation === 'delete' ? '30' : '300',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': new Date(world.now().getTime() + 60_000).toISOString(),
    },
  );

export const nativeFaults = (world: SandboxWorld, operation: FaultOperation): NativeFaults => ({
  server_error: () => error(503, 'There was a temporary problem serving your request, please try again'),
  rate_limited: () => rateLimited(world, operation),
  token_expired: () => badToken('expired'),
  token_revoked: () => badToken('revoked'),
  forbidden: () => error(403, 'This action is not allowed'),
  duplicate: () => invalid('Status is a duplicate'),
  media_rejected: () => invalid('File content type is invalid, File is invalid'),
});
