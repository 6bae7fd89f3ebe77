/** Whose secrets: one webhook endpoint's, or those of a workspace's publish callbacks. */
export type SecretsOwner = Readonly<{
  kind: 'webhookEndpoint' | 'callbackSigning';
  id: string;
  workspaceId: string;
}>;

/** The port to the secrets deliveries are signed with. Events carry their names, the vault their values. */
export interface WebhookSecrets {
  /** Makes a secret, stores it under the name, and returns it. Later only the signer reads it. */
  issue(owner: SecretsOwner, name: string): Promise<string>;
  /** The secrets of these names, in their order. Throws when one is missing: nothing goes out unsigned. */
  reveal(owner: SecretsOwner, names: readonly string[]): Promise<readonly string[]>;
  /** Forgets the named secrets, or all of the owner. */
  forget(owner: SecretsOwner, names?: readonly string[]): Promise<void>;
}
