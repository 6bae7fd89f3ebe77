import { createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import type { Signer } from '@social-publishing/audit-proofs';
import { sql, type Kysely } from 'kysely';
import type { Vault } from '../../stores/secrets/vault.ts';
import { signingKeyFrom } from './private-key.ts';
import { keyIdOf, pemOf } from './signature-check.ts';

const owner = { kind: 'audit-signing-key', id: 'key', workspaceId: 'service' };

type ListedSigner = Signer & Readonly<{ publicKey: string }>;

/** A signer with a private key. */
export const signerOf = (key: KeyObject): ListedSigner => {
  const shared = createPublicKey(key);
  return { keyId: keyIdOf(shared), publicKey: pemOf(shared), sign: (message) => sign(null, message, key) };
};

/**
 * The signer of checkpoints and bundles: with the given key, or with one that is made once and
 * stored in the vault, where every process of the service finds it. Its public half is listed
 * permanently in `audit_key`.
 */
export const openSigner = async (given: string | undefined, vault: Vault, db: Kysely<unknown>): Promise<Signer> => {
  const signer = signerOf(await openKey(given, vault));
  await listKey(signer, db);
  return signer;
};

/** The current private key: the given one or the stored one. */
export const openKey = async (given: string | undefined, vault: Vault): Promise<KeyObject> =>
  given === undefined ? keptKey(vault) : signingKeyFrom(given);

/** Lists the public half of a key the service signs with. */
export const listKey = async ({ keyId, publicKey }: ListedSigner, db: Kysely<unknown>): Promise<void> => {
  await sql`
    insert into audit_key (key_id, public_key) values (${keyId}, ${publicKey})
    on conflict do nothing`.execute(db);
};

/** Stores a key in the vault, in place of the previous one. */
export const keepKey = (key: KeyObject, vault: Vault): Promise<unknown> =>
  vault.put(owner, 'private', String(key.export({ type: 'pkcs8', format: 'pem' })));

const keptKey = async (vault: Vault): Promise<KeyObject> => {
  const kept = await vault.get(owner, 'private');
  if (kept) return signingKeyFrom(kept.value);
  // Of two processes that start at once, one makes the key and both use it.
  return vault.withLock(owner.kind, async () => {
    const made = await vault.get(owner, 'private');
    if (made) return signingKeyFrom(made.value);
    const { privateKey } = generateKeyPairSync('ed25519');
    await keepKey(privateKey, vault);
    return privateKey;
  });
};

/** A signing key of the service: its public half in PEM, and since when it is used (ISO 8601). */
export type ListedKey = Readonly<{ keyId: string; publicKey: string; firstUsedAt: string }>;

/** Every key the service ever signed with, the newest first. */
export const listKeys = async (db: Kysely<unknown>): Promise<readonly ListedKey[]> => {
  const { rows } = await sql<ListedKey>`
    select key_id as "keyId", public_key as "publicKey", first_used_at as "firstUsedAt"
    from audit_key order by first_used_at desc, key_id limit 1000`.execute(db);
  return rows;
};
