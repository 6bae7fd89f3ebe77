import { jsonReply } from '../body.ts';
import type { NativeFaults } from '../faults.ts';
import type { Json } from '../store.ts';

const rpc = (status: number, name: string, message: string, details?: Json): Response =>
  jsonReply(status, { error: { code: status, message, status: name, ...(details !== undefined && { details }) } });

export const unauthenticated = (): Response =>
  rpc(
    401,
    'UNAUTHENTICATED',
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
  );
export const permissionDenied = (): Response => rpc(403, 'PERMISSION_DENIED', 'The caller does not have permission');
export const notFound = (): Response => rpc(404, 'NOT_FOUND', 'Requested entity was not found.');

/** A wrong field, in the form of the My Business API. */
export const invalid = (field: string, message: string, code = 3): Response =>
  rpc(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.', [
    {
      '@type': 'type.googleapis.com/google.mybusiness.v4.ValidationError',
      errorDetails: [{ code, field, message }],
    },
  ]);

/** Google knows no duplicates of posts. Its rate limit names no time to come back. */
export const nativeFaults: NativeFaults = {
  server_error: () => rpc(503, 'UNAVAILABLE', 'The service is currently unavailable.'),
  rate_limited: () =>
    rpc(429, 'RESOURCE_EXHAUSTED', "Quota exceeded for quota metric 'Requests' and limit 'Requests per minute'", [
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '60s' },
    ]),
  token_expired: unauthenticated,
  token_revoked: unauthenticated,
  forbidden: permissionDenied,
  media_rejected: () => invalid('media[0].source_url', 'The photo could not be fetched or is not acceptable.', 1001),
};
