/** POSTs that take no Idempotency-Key: the answer tells a secret, which is kept nowhere to be told again. */
const unkeyed: readonly RegExp[] = [/\/v1\/workspaces\/[^/]+\/api-keys$/];

/**
 * Whether a request can be sent again without knowing what became of it: what is not a POST says how things are to be,
 * and a POST is told apart by its key.
 */
export const isRepeatable = (method: string, path: string): boolean =>
  method !== 'POST' || !unkeyed.some((pattern) => pattern.test(path));
