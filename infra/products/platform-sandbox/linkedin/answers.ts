import { jsonReply } from '../body.ts';
import type { NativeFaults } from '../faults.ts';
import type { Denied } from '../grants.ts';
import type { SandboxWorld } from '../platform.ts';
import type { FaultOperation } from '../store.ts';

/** LinkedIn docs: error handling. */
export const error = (
  status: number,
  code: string,
  message: string,
  {
    serviceErrorCode = status,
    headers = {},
  }: Readonly<{ serviceErrorCode?: number | undefined; headers?: Readonly<Record<string, string>> | undefined }> = {},
): Response => jsonReply(status, { status, serviceErrorCode, code, message }, headers);

export const badToken = (way: Denied): Response =>
  way === 'expired'
    ? error(401, 'EXPIRED_ACCESS_TOKEN', 'The token used in the request has expired', { serviceErrorCode: 65602 })
    : way === 'revoked'
      ? error(401, 'REVOKED_ACCESS_TOKEN', 'The token used in the request has been revoked by the user', {
          serviceErrorCode: 65601,
        })
      : error(401, 'INVALID_ACCESS_TOKEN', 'Invalid access token', { serviceErrorCode: 65600 });

export const denied = (what: string): Response =>
  error(403, 'ACCESS_DENIED', `Not enough permissions to access: ${what}`, { serviceErrorCode: 100 });
export const notFound = (what: string): Response => error(404, 'NOT_FOUND', `Could not find entity ${what}`);
export const invalid = (message: string, code = 'ILLEGAL_ARGUMENT'): Response => error(400, code, message);
export const duplicateOf = (urn: string): Response => error(422, 'DUPLICATE_POST', `Content is a duplicate of ${urn}`);

const monthMs = 30 * 86_400_000;

/** A post of a month ago. */
const oldPost = (world: SandboxWorld): string =>
  `urn:li:share:${(BigInt(world.now().getTime() - monthMs) << 22n) | 1n}`;

export const nativeFaults = (world: SandboxWorld, operation: FaultOperation): NativeFaults => ({
  server_error: () => error(503, 'SERVICE_UNAVAILABLE', 'Service Unavailable'),
  rate_limited: () =>
    error(429, 'TOO_MANY_REQUESTS', 'Resource level throttle MINUTE limit for calls to this resource is reached.', {
      serviceErrorCode: 101,
      headers: {
        'retry-after': '60',
      },
    }),
  token_expired: () => badToken('expired'),
  token_revoked: () => badToken('revoked'),
  forbidden: () => denied(operation),
  duplicate: () => duplicateOf(oldPost(world)),
  media_rejected: () => error(400, 'MEDIA_ASSET_PROCESSING_FAILED', 'Media asset could not be processed'),
});
