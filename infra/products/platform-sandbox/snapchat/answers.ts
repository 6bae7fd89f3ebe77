import { randomUUID } from 'node:crypto';
import { jsonReply } from '../body.ts';
import type { NativeFaults } from '../faults.ts';
import type { JsonObject } from '../store.ts';

/** Snap docs: the envelope of every answer. */
export const ok = (body: JsonObject = {}): Response =>
  jsonReply(200, { request_status: 'SUCCESS', request_id: randomUUID(), ...body });
export const error = (status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) =>
  jsonReply(
    status,
    {
      request_status: 'ERROR',
      request_id: randomUUID(),
      error_code: code,
      debug_message: message,
      display_message: "We're sorry, but the requested operation could not be completed",
    },
    headers,
  );

export const invalid = (message: string): Response => error(400, 'E1001', message);
export const badToken = (): Response => error(401, 'E2002', 'The access token is invalid or expired');
export const denied = (): Response =>
  error(403, 'AUTHORIZATION_PERMISSION_DENIED', 'You do not have permission to access this profile');
export const notFound = (what: string): Response => error(404, 'E2006', `${what} was not found`);
export const expired = (): Response => error(400, 'MEDIA_EXPIRED', 'The media has expired');
export const processing = (): Response =>
  error(400, 'MEDIA_PROCESSING', 'The media is still being processed, try again later');

export const nativeFaults = (): NativeFaults => ({
  server_error: () => error(500, 'E5000', 'Internal error'),
  rate_limited: () => error(429, 'E2429', 'Too many requests', { 'retry-after': '60' }),
  token_expired: badToken,
  token_revoked: badToken,
  forbidden: denied,
  duplicate: () => error(400, 'MEDIA_POSTING_ALREADY_IN_PROGRESS', 'The media is being posted already'),
  media_rejected: () => error(400, 'E1002', 'The media could not be decrypted or does not meet the requirements'),
});
