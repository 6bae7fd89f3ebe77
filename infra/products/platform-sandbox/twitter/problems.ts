import type { FaultOperation } from '../store.ts';
import { jsonReply } from '../body.ts';
import type { NativeFaults } from '../faults.ts';
import type { SandboxWorld } from '../platform.ts';

const problemType = (kind: string): string => `https://api.twitter.com/2/problems/${kind}`;

/**
 * X's plain problems: `about:blank`, built from status and detail (X docs: response codes and
 * errors).
 */
const plain = (
  status: number,
  title: string,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): Response => jsonReply(status, { title, detail, type: 'about:blank', status }, headers);

export const unauthorized = (): Response => plain(401, 'Unauthorized', 'Unauthorized');
export const forbidden = (detail = 'You are not permitted to perform this action.'): Response =>
  plain(403, 'Forbidden', detail);
export const duplicate = (): Response => forbidden('You are not allowed to create a Tweet with duplicate content.');
/** X's policy of 2026 for the applications of most plans. */
export const uninvited = (): Response =>
  forbidden(
    'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the ' +
      'author of the post you are replying to.',
  );
export const serverError = (): Response => plain(503, 'Service Unavailable', 'Service Unavailable');

export const invalid = (message: string, parameters: Readonly<Record<string, readonly string[]>> = {}): Response =>
  jsonReply(400, {
    errors: [{ parameters, message }],
    title: 'Invalid Request',
    detail: 'One or more parameters to your request was invalid.',
    type: problemType('invalid-request'),
  });

export const missing = (resource: 'tweet' | 'user', id: string) => ({
  value: id,
  detail: `Could not find ${resource} with id: [${id}].`,
  title: 'Not Found Error',
  resource_type: resource,
  parameter: 'id',
  resource_id: id,
  type: problemType('resource-not-found'),
});

export const notFound = (id: string): Response => jsonReply(404, { ...missing('tweet', id), status: 404 });

/**
 * The rate window of the answer is a minute, short enough for the service's own retry delays to
 * decide (X docs: rate limits).
 */
const rateLimited = (world: SandboxWorld, limit: number): Response =>
  plain(429, 'Too Many Requests', 'Too Many Requests', {
    'x-rate-limit-limit': String(limit),
    'x-rate-limit-remaining': '0',
    'x-rate-limit-reset': String(Math.ceil(world.now().getTime() / 1000) + 60),
  });

/** Requests per user in fifteen minutes (X docs: rate limits). */
const limits: Record<FaultOperation, number> = {
  publish: 100,
  comment: 100,
  upload: 500,
  delete: 50,
  refresh: 75,
  list: 900,
  message: 15,
};

export const nativeFaults = (world: SandboxWorld, operation: FaultOperation): NativeFaults => ({
  server_error: serverError,
  rate_limited: () => rateLimited(world, limits[operation]),
  token_expired: unauthorized,
  token_revoked: unauthorized,
  forbidden: () => (operation === 'comment' ? uninvited() : forbidden()),
  duplicate,
  media_rejected: () => invalid('Your media IDs are invalid.', { 'media.media_ids': [] }),
});
