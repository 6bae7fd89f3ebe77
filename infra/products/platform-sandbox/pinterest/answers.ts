import { jsonReply } from '../body.ts';
import type { NativeFaults } from '../faults.ts';

export const failure = (status: number, code: number, message: string, headers = {}): Response =>
  jsonReply(status, { code, message }, headers);

export const invalid = (words: string): Response => failure(400, 1, `Invalid request: ${words}`);
export const unauthorized = (): Response => failure(401, 2, 'Authentication failed.');
export const forbidden = (): Response => failure(403, 29, 'You are not permitted to access that resource.');
export const noBoard = (): Response => failure(404, 40, 'Board not found.');
export const noPin = (): Response => failure(404, 50, 'Pin not found.');
export const noMedia = (): Response => failure(404, 2702, 'Media upload not found.');
export const noPath = (): Response => failure(404, 10, 'API method not found.');
export const badImage = (): Response => failure(400, 235, 'Sorry, we could not fetch the image.');

/** Pinterest detects no duplicates: the same pin may be created again. */
export const nativeFaults: NativeFaults = {
  server_error: () => failure(503, 503, 'Service Unavailable'),
  rate_limited: () =>
    failure(429, 8, 'You have exceeded your rate limit. Try again later.', {
      'x-ratelimit-limit': '100',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '60',
    }),
  token_expired: unauthorized,
  token_revoked: unauthorized,
  forbidden,
  media_rejected: badImage,
};
