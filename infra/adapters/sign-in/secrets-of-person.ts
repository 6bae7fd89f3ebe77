import type { SecretOwner } from '../../stores/secrets/vault.ts';

/** The owner of a person's secrets in the vault. */
export const signInSecrets = (userId: string): SecretOwner => ({ kind: 'sign-in', id: userId, workspaceId: 'service' });
