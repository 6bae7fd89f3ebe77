import { randomUUID } from 'node:crypto';
import { jsonReply } from '../body.ts';
import type { NativeFaults } from '../faults.ts';
import type { Json } from '../store.ts';

const reported = (status: number, data: Json, code: string, message: string): Response =>
  jsonReply(status, { data, error: { code, message, log_id: randomUUID().replaceAll('-', '').toUpperCase() } });

/** TikTok docs: every answer has `error`, with code `ok` for a success. */
export const ok = (data: Json): Response => reported(200, data, 'ok', '');
export const error = (status: number, code: string, message: string): Response => reported(status, {}, code, message);

export const invalid = (message: string): Response => error(400, 'invalid_params', message);
export const badToken = (): Response =>
  error(401, 'access_token_invalid', 'The access token is invalid or not found in the request.');
export const outsideScopes = (scope: string): Response =>
  error(
    401,
    'scope_not_authorized',
    `The user did not authorize the scope required for completing this request: ${scope}`,
  );

export const nativeFaults = (): NativeFaults => ({
  server_error: () => error(500, 'internal_error', 'An internal error occurred. Please try again later.'),
  rate_limited: () => error(429, 'rate_limit_exceeded', 'The API rate limit was exceeded. Please try again later.'),
  token_expired: badToken,
  token_revoked: badToken,
  forbidden: () => outsideScopes('video.publish'),
  duplicate: () => error(403, 'spam_risk', 'TikTok detected that the post may be spam.'),
  media_rejected: () => error(400, 'invalid_file_upload', 'The file does not meet the specifications.'),
});
