import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import {
  fromHex,
  type SignedSuccession,
  type Succession,
  successionBytes,
  toHex,
} from '@social-publishing/audit-proofs';
import { sql, type Kysely } from 'kysely';
import type { Vault } from '../../stores/secrets/vault.ts';
import { signingKeyFrom } from './private-key.ts';
import { trustedKeys, type PublicKey } from './signature-check.ts';
import { keepKey, listKey, openKey, signerOf } from './signing-key.ts';

/** Every succession of keys, oldest first. */
export const listSuccessions = async (db: Kysely<unknown>): Promise<readonly SignedSuccession[]> => {
  const { rows } = await sql<SignedSuccession>`
    select succession, signature from audit_succession order by nth limit 1000`.execute(db);
  return rows;
};

type Parts = Readonly<{
  vault: Vault;
  db: Kysely<unknown>;
  /** `AUDIT_SIGNING_KEY`: the key that is replaced, where it is given and not stored. */
  given: string | undefined;
  /**
   * The next private key, in the form of `AUDIT_SIGNING_KEY`. Made here where the service stores
   * its key itself.
   */
  next: string | undefined;
  log: string;
  now(): Date;
}>;

/**
 * Signs with the current key that another follows it. A stored key is replaced, and the old private
 * key is then gone; a given key is replaced by the operator. Running processes use the old key
 * until they restart. Throws when a given key lacks `next`.
 */
export const rotateKey = async ({ vault, db, given, next, log, now }: Parts): Promise<SignedSuccession> => {
  if (given !== undefined && next === undefined)
    throw new Error('a key that is given is followed by one that is given');
  const current = signerOf(await openKey(given, vault));
  const key = next === undefined ? generateKeyPairSync('ed25519').privateKey : signingKeyFrom(next);
  const follower = signerOf(key);
  if (follower.keyId === current.keyId) throw new Error('the service signs with this key already');
  const publicKey = toHex(createPublicKey(key).export({ type: 'spki', format: 'der' }));
  const succession: Succession = {
    by: current.keyId,
    keyId: follower.keyId,
    log,
    publicKey,
    time: now().toISOString(),
  };
  const signature = toHex(current.sign(successionBytes(succession)));
  await listKey(current, db);
  await listKey(follower, db);
  // Written before the key is replaced: a crash in between leaves an unused key, not an unsigned
  // one.
  await sql`
    insert into audit_succession (succession, signature)
    values (${JSON.stringify(succession)}::json, ${signature})`.execute(db);
  if (given === undefined) await keepKey(key, vault);
  return { succession, signature };
};

/** These keys and those that followed them, each signed by one before it. */
export const withSuccessors = (
  keys: readonly PublicKey[],
  successions: readonly SignedSuccession[],
): readonly PublicKey[] => {
  const trusted = trustedKeys(keys);
  for (const { succession, signature } of successions) {
    const signed = trusted.signature(
      succession.by,
      successionBytes(succession),
      fromHex(signature) ?? new Uint8Array(),
    );
    if (signed === 'valid') trusted.trust(succession.publicKey);
  }
  return trusted.all();
};
