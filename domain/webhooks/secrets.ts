/** The port to the secrets deliveries are signed with. Events carry their names, the vault their values. */
export interface WebhookSecrets {
  /** Makes a secret, keeps it under the name, and tells it: the only time it is told to anybody but the signer. */
  issue(workspaceId: string, name: string): Promise<string>;
  /** The secrets of these names, in their order. Throws when one is missing: nothing goes out unsigned. */
  reveal(workspaceId: string, names: readonly string[]): Promise<readonly string[]>;
  forget(workspaceId: string, names: readonly string[]): Promise<void>;
}
