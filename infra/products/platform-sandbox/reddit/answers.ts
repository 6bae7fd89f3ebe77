import { jsonReply } from '../body.ts';
import type { NativeFaults } from '../faults.ts';
import type { FaultOperation, JsonObject } from '../store.ts';

export const plain = (status: number, message: string, more: JsonObject = {}, headers = {}): Response =>
  jsonReply(status, { message, ...more, error: status }, headers);

export const unauthorized = (): Response =>
  plain(401, 'Unauthorized', {}, { 'www-authenticate': 'Bearer realm="reddit", error="invalid_token"' });
export const outsideScope = (): Response =>
  plain(403, 'Forbidden', {}, { 'www-authenticate': 'Bearer realm="reddit", error="insufficient_scope"' });
export const notFound = (): Response => plain(404, 'Not Found');
export const throttled = (): Response =>
  plain(
    429,
    'Too Many Requests',
    {},
    {
      'x-ratelimit-used': '1000',
      'x-ratelimit-remaining': '0.0',
      'x-ratelimit-reset': '60',
    },
  );

/** A refusal with status 200. */
export const refusal = (code: string, words: string, field: string, more: JsonObject = {}): Response =>
  jsonReply(200, { json: { errors: [[code, words, field]], ...more } });

/** An answer of the calls that create or change something. */
export const accepted = (data: JsonObject): Response => jsonReply(200, { json: { errors: [], data } });

const tooFast = (): Response =>
  refusal(
    'RATELIMIT',
    "Looks like you've been doing that a lot. Take a break for 1 minute before trying again.",
    'ratelimit',
    { ratelimit: 60 },
  );

const badFile = (): Response =>
  jsonReply(400, {
    fields: ['mimetype'],
    explanation: 'that file type is not supported',
    message: 'Bad Request',
    reason: 'INVALID_MIME_TYPE',
  });

/** Posts and comments are refused inside a success; other calls by their status. */
export const nativeFaults = (operation: FaultOperation): NativeFaults => {
  const writes = operation === 'publish' || operation === 'comment';
  return {
    server_error: () => plain(503, 'Service Unavailable'),
    rate_limited: writes ? tooFast : throttled,
    token_expired: unauthorized,
    token_revoked: unauthorized,
    forbidden: () =>
      operation === 'publish'
        ? refusal('SUBREDDIT_NOTALLOWED', "You aren't allowed to post there.", 'sr')
        : plain(403, 'Forbidden', { reason: 'private' }),
    duplicate: () => refusal('ALREADY_SUB', 'that link has already been submitted', 'url'),
    media_rejected: () =>
      operation === 'publish' ? refusal('BAD_URL', 'you should check that url', 'url') : badFile(),
  };
};
