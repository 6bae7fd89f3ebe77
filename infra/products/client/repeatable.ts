/** POSTs that take no Idempotency-Key: the answer holds a secret, which is not kept to be answered again. */
const unkeyed: readonly RegExp[] = [/\/v1\/workspaces\/[^/]+\/api-keys$/];

/**
 * Whether a request can be sent again without knowing what became of it: what is not a POST says how things are to be,
 * and the key of a POST identifies it.
 */
export const isRepeatable = (method: string, path: string): boolean =>
  method !== 'POST' || !unkeyed.some((pattern) => pattern.test(path));
