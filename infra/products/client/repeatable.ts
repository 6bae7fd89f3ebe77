/**
 * POSTs that take no Idempotency-Key: the answer contains a secret, which is not stored for a
 * repeated answer.
 */
const unkeyed: readonly RegExp[] = [/\/v1\/workspaces\/[^/]+\/api-keys$/];

/**
 * Whether a request can be sent again without knowing its outcome: requests other than POST are
 * idempotent, and the key of a POST identifies it.
 */
export const isRepeatable = (method: string, path: string): boolean =>
  method !== 'POST' || !unkeyed.some((pattern) => pattern.test(path));
