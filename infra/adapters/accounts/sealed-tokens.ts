import type {
  HeldTokens,
  StoredTokens,
  TokenOwner,
  TokensOfMany,
  TokenVault,
} from '../../../commands/accounts/token-vault.ts';
import type { SecretOwner, Vault } from '../../stores/secrets/vault.ts';

const secretName = 'tokens';

const ownerOf = ({ workspaceId, accountId }: TokenOwner): SecretOwner => ({
  kind: 'account',
  id: accountId,
  workspaceId,
});

/** The tokens of accounts, each set one sealed secret of the vault. */
export class SealedTokens implements TokenVault, TokensOfMany {
  readonly #vault: Vault;

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  async read(owner: TokenOwner): Promise<HeldTokens | undefined> {
    const secret = await this.#vault.get(ownerOf(owner), secretName);
    return secret && { tokens: JSON.parse(secret.value) as StoredTokens, revision: secret.version };
  }

  async put(owner: TokenOwner, tokens: StoredTokens): Promise<void> {
    await this.#vault.put(ownerOf(owner), secretName, JSON.stringify(tokens));
  }

  async putAll(tokens: readonly (readonly [TokenOwner, StoredTokens])[]): Promise<void> {
    await this.#vault.putAll(
      tokens.map(([owner, held]) => ({ owner: ownerOf(owner), name: secretName, value: JSON.stringify(held) })),
    );
  }

  async replace(owner: TokenOwner, tokens: StoredTokens, revision: number): Promise<number | undefined> {
    const replaced = await this.#vault.replace(ownerOf(owner), secretName, JSON.stringify(tokens), revision);
    return replaced ? revision + 1 : undefined;
  }

  async remove(owner: TokenOwner): Promise<void> {
    await this.#vault.remove(ownerOf(owner));
  }

  withLock<T>(owner: TokenOwner, task: (lost: AbortSignal) => Promise<T>): Promise<T> {
    return this.#vault.withLock(owner.accountId, task);
  }
}
