/** The owner of secrets: one webhook endpoint, or the publish callbacks of a workspace. */
export type SecretsOwner = Readonly<{
  kind: 'webhookEndpoint' | 'callbackSigning';
  id: string;
  workspaceId: string;
}>;

/**
 * The port to the signing secrets of deliveries. Events have their names, the vault their values.
 */
export interface WebhookSecrets {
  /**
   * Creates a secret, stores it under the name, and returns it; returns the stored one where there is one, so a
   * repeated request gets the secret of its first answer.
   */
  issue(owner: SecretsOwner, name: string): Promise<string>;
  /**
   * The secrets of these names, in their order. Throws when one is missing, because every delivery
   * is signed.
   */
  reveal(owner: SecretsOwner, names: readonly string[]): Promise<readonly string[]>;
  /** Deletes the named secrets, or all of the owner. */
  forget(owner: SecretsOwner, names?: readonly string[]): Promise<void>;
}
