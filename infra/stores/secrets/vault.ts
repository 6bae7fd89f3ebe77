import { randomBytes } from 'node:crypto';
import { type Database } from '../postgres/database.ts';
import { SharedLocks } from '../postgres/shared-locks.ts';
import { keyedMutex } from '../../../commands/kernel/keyed-mutex.ts';
import { decrypt, encrypt, keyBytes } from './cipher.ts';
import type { Keyring } from './keyring.ts';

/** The owner of a secret: an account, a webhook endpoint … of a workspace. */
export type SecretOwner = Readonly<{ kind: string; id: string; workspaceId: string }>;

/** `version` counts the writes. `replace` checks it. */
export type Secret = Readonly<{ value: string; version: number }>;

/** A secret to store. */
export type NamedSecret = Readonly<{ owner: SecretOwner; name: string; value: string }>;

type SecretTable = {
  owner_kind: string;
  owner_id: string;
  workspace_id: string;
  name: string;
  ciphertext: Buffer;
  wrapped_key: Buffer;
  key_id: string;
  version: string;
  updated_at: Date;
};

/**
 * Secrets at rest: each under its own data key, which a master key wraps. Owner and name are
 * authenticated with the ciphertext, so a row copied to another owner does not open.
 */
export class Vault {
  readonly #database: Database;
  readonly #keyring: Keyring;
  readonly #locally = keyedMutex();
  readonly #locks: SharedLocks;

  constructor(database: Database, keyring: Keyring) {
    this.#database = database;
    this.#keyring = keyring;
    this.#locks = new SharedLocks(database.connection);
  }

  async get(owner: SecretOwner, name: string): Promise<Secret | undefined> {
    const row = await this.#db
      .selectFrom('secret')
      .select(['ciphertext', 'wrapped_key', 'key_id', 'version'])
      .where('owner_kind', '=', owner.kind)
      .where('owner_id', '=', owner.id)
      .where('workspace_id', '=', owner.workspaceId)
      .where('name', '=', name)
      .executeTakeFirst();
    if (!row) return undefined;
    const bound = secretBinding(owner, name);
    const dataKey = this.#keyring.unwrap({ keyId: row.key_id, wrapped: row.wrapped_key }, bound);
    return { value: decrypt(dataKey, row.ciphertext, bound).toString('utf8'), version: Number(row.version) };
  }

  /** Stores a secret, replacing any. Returns its version. */
  async put(owner: SecretOwner, name: string, value: string): Promise<number> {
    const { version } = await this.#storing([{ owner, name, value }]).returning('version').executeTakeFirstOrThrow();
    return Number(version);
  }

  /** Stores secrets, replacing any, in one statement. */
  async putAll(secrets: readonly NamedSecret[]): Promise<void> {
    if (secrets.length > 0) await this.#storing(secrets).execute();
  }

  /**
   * Stores a secret only if it was not written since `version` was read. False if it was: read
   * again. A used single-use refresh token therefore never overwrites its successor.
   */
  async replace(owner: SecretOwner, name: string, value: string, version: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('secret')
      .set({ ...this.#seal(owner, name, value), version: String(version + 1), updated_at: new Date() })
      .where('owner_kind', '=', owner.kind)
      .where('owner_id', '=', owner.id)
      .where('workspace_id', '=', owner.workspaceId)
      .where('name', '=', name)
      .where('version', '=', String(version))
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** Removes one secret of an owner, or all of them. */
  async remove(owner: SecretOwner, name?: string): Promise<void> {
    let removal = this.#db
      .deleteFrom('secret')
      .where('owner_kind', '=', owner.kind)
      .where('owner_id', '=', owner.id)
      .where('workspace_id', '=', owner.workspaceId);
    if (name !== undefined) removal = removal.where('name', '=', name);
    await removal.execute();
  }

  /** Removes all secrets of a workspace. */
  async removeWorkspace(workspaceId: string): Promise<void> {
    await this.#db.deleteFrom('secret').where('workspace_id', '=', workspaceId).execute();
  }

  /**
   * Runs one task per account at a time, across all processes; token renewal runs here. Read the
   * secret inside, because the previous holder of the lock may have renewed it. `lost` aborts when
   * another process may hold the lock; `replace` is safe even then.
   */
  withLock<T>(accountId: string, task: (lost: AbortSignal) => Promise<T>): Promise<T> {
    // Callers of one process queue here: the locks of a process are on one session.
    return this.#locally(accountId, async () => {
      const lock = await this.#locks.take(`secret/${accountId}`);
      try {
        return await task(lock.lost);
      } finally {
        await lock.release();
      }
    });
  }

  /**
   * Wraps every data key of another master key with the current one. Returns their number. Safe to
   * repeat.
   */
  async rotate(): Promise<number> {
    const { currentId } = this.#keyring;
    for (let rotated = 0; ;) {
      const rows = await this.#db
        .selectFrom('secret')
        .select(['owner_kind', 'owner_id', 'workspace_id', 'name', 'wrapped_key', 'key_id', 'version'])
        .where('key_id', '!=', currentId)
        .limit(500)
        .execute();
      if (rows.length === 0) return rotated;
      for (const row of rows) {
        const owner = { kind: row.owner_kind, id: row.owner_id, workspaceId: row.workspace_id };
        const bound = secretBinding(owner, row.name);
        const dataKey = this.#keyring.unwrap({ keyId: row.key_id, wrapped: row.wrapped_key }, bound);
        // The version stays, because the secret does not change. A row written meanwhile is already
        // wrapped by the current key.
        const { numUpdatedRows } = await this.#db
          .updateTable('secret')
          .set({ wrapped_key: this.#keyring.wrap(dataKey, bound).wrapped, key_id: currentId })
          .where('owner_kind', '=', row.owner_kind)
          .where('owner_id', '=', row.owner_id)
          .where('name', '=', row.name)
          .where('wrapped_key', '=', row.wrapped_key)
          .executeTakeFirst();
        rotated += Number(numUpdatedRows);
      }
    }
  }

  #storing(secrets: readonly NamedSecret[]) {
    const updated_at = new Date();
    return this.#db
      .insertInto('secret')
      .values(
        secrets.map(({ owner, name, value }) => ({
          ...keyOf(owner, name),
          ...this.#seal(owner, name, value),
          version: '1',
          updated_at,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['owner_kind', 'owner_id', 'name'])
          .doUpdateSet((row) => ({
            ciphertext: row.ref('excluded.ciphertext'),
            wrapped_key: row.ref('excluded.wrapped_key'),
            key_id: row.ref('excluded.key_id'),
            version: row('secret.version', '+', '1'),
            updated_at,
          }))
          .whereRef('secret.workspace_id', '=', 'excluded.workspace_id'),
      );
  }

  get #db() {
    return this.#database.kysely.withTables<{ secret: SecretTable }>();
  }

  #seal(owner: SecretOwner, name: string, value: string): Pick<SecretTable, 'ciphertext' | 'wrapped_key' | 'key_id'> {
    const bound = secretBinding(owner, name);
    const dataKey = randomBytes(keyBytes);
    const { keyId, wrapped } = this.#keyring.wrap(dataKey, bound);
    return { ciphertext: encrypt(dataKey, Buffer.from(value, 'utf8'), bound), wrapped_key: wrapped, key_id: keyId };
  }
}

/** The authenticated binding of a secret's data key and text. */
export const secretBinding = ({ kind, id, workspaceId }: SecretOwner, name: string): string =>
  JSON.stringify(['secret', kind, id, workspaceId, name]);

const keyOf = ({ kind, id, workspaceId }: SecretOwner, name: string) => ({
  owner_kind: kind,
  owner_id: id,
  workspace_id: workspaceId,
  name,
});
