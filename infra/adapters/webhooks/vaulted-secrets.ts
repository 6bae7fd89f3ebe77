import type { SecretsOwner, WebhookSecrets } from '../../../domain/webhooks/secrets.ts';
import type { Vault } from '../../stores/secrets/vault.ts';
import { newWebhookSecret } from './signature.ts';

/** Webhook secrets in the vault. */
export const vaultedWebhookSecrets = (vault: Pick<Vault, 'get' | 'put' | 'remove'>): WebhookSecrets => ({
  issue: async (owner, name) => {
    const issued = await vault.get(owner, name);
    if (issued) return issued.value;
    const secret = newWebhookSecret();
    await vault.put(owner, name, secret);
    return secret;
  },
  reveal: (owner, names) => Promise.all(names.map((name) => revealed(vault, owner, name))),
  forget: async (owner, names) => {
    if (names === undefined) return vault.remove(owner);
    for (const name of names) await vault.remove(owner, name);
  },
});

const revealed = async (vault: Pick<Vault, 'get'>, owner: SecretsOwner, name: string): Promise<string> => {
  const secret = await vault.get(owner, name);
  if (!secret) throw new Error(`the secret ${name} of ${owner.kind} ${owner.id} is not in the vault`);
  return secret.value;
};
