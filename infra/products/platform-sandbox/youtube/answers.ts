import { jsonReply } from '../body.ts';
import type { NativeFaults } from '../faults.ts';

/** Google's error body (YouTube Data API docs: errors). */
export const error = (status: number, reason: string, message: string, domain = 'youtube'): Response =>
  jsonReply(status, { error: { code: status, message, errors: [{ message, domain, reason }] } });

export const badToken = (): Response =>
  jsonReply(401, {
    error: {
      code: 401,
      message:
        'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
      errors: [{ message: 'Invalid Credentials', domain: 'global', reason: 'authError', location: 'Authorization' }],
      status: 'UNAUTHENTICATED',
    },
  });

export const outsideScopes = (): Response =>
  error(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.', 'global');
export const forbidden = (message = 'The request is not properly authorized.'): Response =>
  error(403, 'forbidden', message);
export const invalid = (reason: string, message: string): Response => error(400, reason, message);
export const videoNotFound = (): Response =>
  error(404, 'videoNotFound', 'The video that you are trying to delete cannot be found.');
export const commentNotFound = (): Response =>
  error(404, 'commentNotFound', 'One or more of the specified comments cannot be found.');

export const nativeFaults = (): NativeFaults => ({
  server_error: () => error(503, 'backendError', 'Backend Error', 'global'),
  rate_limited: () => error(403, 'rateLimitExceeded', 'Rate Limit Exceeded', 'usageLimits'),
  token_expired: badToken,
  token_revoked: badToken,
  forbidden: () => forbidden(),
  duplicate: () => error(400, 'duplicate', 'The request duplicates an earlier one.'),
  media_rejected: () => invalid('mediaBodyRequired', 'The request does not include the video content.'),
});
