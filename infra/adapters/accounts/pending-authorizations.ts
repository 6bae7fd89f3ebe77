import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { PendingAuthorization, PendingAuthorizations } from '../../../commands/accounts/pending-authorizations.ts';
import type { Database } from '../../stores/postgres/database.ts';
import { decrypt, encrypt, keyBytes } from '../../stores/secrets/cipher.ts';
import type { Keyring } from '../../stores/secrets/keyring.ts';

/** The state grants a connection, so only its hash is stored. Rows are found by the hash. */
const hashOf = (state: string): string => createHash('sha256').update(state).digest('hex');

const boundTo = (hash: string, workspaceId: string): string =>
  JSON.stringify(['pending-authorization', hash, workspaceId]);

/**
 * No workspace's clock runs slower than real time, so every state has expired an hour after it was
 * made.
 */
const staleAfter = '1 hour';

/** Pending authorizations in Postgres, each sealed under a key of its own. */
export class SealedAuthorizations implements PendingAuthorizations {
  readonly #database: Pick<Database, 'kysely'>;
  readonly #keyring: Keyring;

  constructor(database: Pick<Database, 'kysely'>, keyring: Keyring) {
    this.#database = database;
    this.#keyring = keyring;
  }

  async put(state: string, pending: PendingAuthorization): Promise<void> {
    const hash = hashOf(state);
    const bound = boundTo(hash, pending.workspaceId);
    const key = randomBytes(keyBytes);
    const sealed = encrypt(key, Buffer.from(JSON.stringify(pending), 'utf8'), bound);
    const { keyId, wrapped } = this.#keyring.wrap(key, bound);
    await sql`
      insert into pending_authorization (state_hash, workspace_id, sealed, wrapped_key, key_id)
      values (${hash}, ${pending.workspaceId}, ${sealed}, ${wrapped}, ${keyId})`.execute(this.#database.kysely);
    await this.#sweep();
  }

  async take(state: string, workspaceId: string): Promise<PendingAuthorization | undefined> {
    const hash = hashOf(state);
    const { rows } = await sql<{ sealed: Buffer; wrapped_key: Buffer; key_id: string }>`
      delete from pending_authorization where state_hash = ${hash} and workspace_id = ${workspaceId}
      returning sealed, wrapped_key, key_id`.execute(this.#database.kysely);
    const [row] = rows;
    if (!row) return undefined;
    const bound = boundTo(hash, workspaceId);
    const key = this.#keyring.unwrap({ keyId: row.key_id, wrapped: row.wrapped_key }, bound);
    return JSON.parse(decrypt(key, row.sealed, bound).toString('utf8')) as PendingAuthorization;
  }

  /** Each insert deletes a few expired rows, so that the table does not grow. */
  async #sweep(): Promise<void> {
    await sql`
      delete from pending_authorization where state_hash in (
        select state_hash from pending_authorization where created_at < now() - ${staleAfter}::interval
        order by created_at limit 20 for update skip locked)`.execute(this.#database.kysely);
  }
}
