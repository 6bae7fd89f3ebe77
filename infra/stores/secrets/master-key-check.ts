import { sql, type Kysely } from 'kysely';
import { waitForLock } from '../postgres/advisory-lock.ts';
import type { Database, NoTables } from '../postgres/database.ts';
import type { Keyring } from './keyring.ts';
import { subjectBinding } from './subject-keys.ts';
import { secretBinding } from './vault.ts';

/**
 * The master keys of this process are not those of the installation. The message names the variable
 * and no key.
 */
export class WrongMasterKey extends Error {
  override readonly name = 'WrongMasterKey';
}

/**
 * Rejects a start whose master keys cannot open the stored data, or differ from those of another
 * node.
 *
 * A key with a registered name must have the registered fingerprint. A key that still wraps stored
 * data must be present. The first node registers its keys under a lock, so two nodes that start at
 * once with different keys do not both pass.
 */
export const requireMasterKeys = async (keyring: Keyring, { connection, kysely }: Database): Promise<void> => {
  const lock = await waitForLock(connection, 'master-keys');
  try {
    await requireSameKeys(keyring, kysely);
    await requireKeysInUse(keyring, kysely);
    for (const id of keyring.ids)
      await sql`
        insert into master_key (key_id, fingerprint) values (${id}, ${keyring.fingerprint(id)})
        on conflict do nothing`.execute(kysely);
  } finally {
    await lock?.release();
  }
};

type Registered = Readonly<{ key_id: string; fingerprint: Buffer }>;

const requireSameKeys = async (keyring: Keyring, db: Kysely<NoTables>): Promise<void> => {
  const { rows } = await sql<Registered>`select key_id, fingerprint from master_key`.execute(db);
  for (const { key_id: id, fingerprint } of rows)
    if (keyring.ids.includes(id) && !keyring.fingerprint(id).equals(fingerprint))
      throw new WrongMasterKey(
        `SECRETS_KEY: the master key "${id}" is not the one this installation was started with. ` +
          'Start every node with the same key; npm run secrets changes it.',
      );
  if (rows.length > 0 && !rows.some(({ key_id: id }) => keyring.ids.includes(id)))
    throw new WrongMasterKey(
      'SECRETS_KEYS: lacks every master key that this installation was started with ' +
        `(${rows.map(({ key_id: id }) => id).join(', ')}). Put the new key before the old one, and keep the old one.`,
    );
};

type Sealed = Readonly<{ keyId: string; wrapped: Buffer; binding: string }>;

/**
 * One data key for each master key in use: data sealed before the registration of keys is opened to
 * compare.
 */
const sealedSamples = async (db: Kysely<NoTables>): Promise<readonly Sealed[]> => {
  type SecretRow = { owner_kind: string; owner_id: string; workspace_id: string; name: string };
  const secrets = await sql<SecretRow & { key_id: string; wrapped_key: Buffer }>`
    select distinct on (key_id) key_id, wrapped_key, owner_kind, owner_id, workspace_id, name from secret`.execute(db);
  const subjects = await sql<{ key_id: string; wrapped_key: Buffer; subject: string }>`
    select distinct on (key_id) key_id, wrapped_key, subject from subject_key where key_id is not null`.execute(db);
  return [
    ...secrets.rows.map(({ key_id: keyId, wrapped_key: wrapped, owner_kind, owner_id, workspace_id, name }) => ({
      keyId,
      wrapped,
      binding: secretBinding({ kind: owner_kind, id: owner_id, workspaceId: workspace_id }, name),
    })),
    ...subjects.rows.map(({ key_id: keyId, wrapped_key: wrapped, subject }) => ({
      keyId,
      wrapped,
      binding: subjectBinding(subject),
    })),
  ];
};

const opens = (keyring: Keyring, { keyId, wrapped, binding }: Sealed): boolean => {
  try {
    keyring.unwrap({ keyId, wrapped }, binding);
    return true;
  } catch {
    return false;
  }
};

const requireKeysInUse = async (keyring: Keyring, db: Kysely<NoTables>): Promise<void> => {
  for (const sample of await sealedSamples(db)) {
    if (!keyring.ids.includes(sample.keyId))
      throw new WrongMasterKey(
        `SECRETS_KEYS: lacks the master key "${sample.keyId}", with which stored secrets are sealed. ` +
          'Add it behind the current one until npm run secrets -- rotate has sealed everything again.',
      );
    if (!opens(keyring, sample))
      throw new WrongMasterKey(
        `SECRETS_KEY: the master key "${sample.keyId}" does not open what is stored. ` +
          'Start with the key that sealed it.',
      );
  }
};
