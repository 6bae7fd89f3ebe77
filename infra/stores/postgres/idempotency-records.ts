import { sql, type Kysely } from 'kysely';
import type { NoTables } from './database.ts';

/** The key of one keyed request. */
export type RecordKey = Readonly<{ workspaceId: string; route: string; key: string }>;

/**
 * A stored reply. Its body is sealed, because an answer may contain a secret that is shown only
 * once.
 */
export type StoredReply = Readonly<{
  status: number;
  headers: Readonly<Record<string, string>>;
  sealedBody: Buffer | null;
  wrappedKey: Buffer | null;
  keyId: string | null;
}>;

/**
 * One keyed request, made at an ISO 8601 instant of real time. Its key is free again from
 * `expiresAt` on, on the workspace's clock. Without `reply` it is in progress at `owner`, or,
 * without an owner, free to be retried.
 */
export type KeyedRecord = Readonly<{
  bodyHash: Buffer;
  commandId: string;
  askedAt: string;
  expiresAt: string;
  owner: string | null;
  reply: StoredReply | undefined;
}>;

export type Claim = Readonly<{
  bodyHash: Buffer;
  commandId: string;
  askedAt: string;
  expiresAt: string;
  owner: string;
}>;

type Row = {
  body_hash: Buffer;
  command_id: string;
  asked_at: string;
  expires_at: string;
  owner: string | null;
  status: number | null;
  headers: Record<string, string> | null;
  sealed_body: Buffer | null;
  wrapped_key: Buffer | null;
  key_id: string | null;
};

/** The most records one sweep deletes, so that it does not hold locks for long. */
const sweptAtOnce = 5000;

/**
 * The table of keyed requests. Every change checks the expected state, so one of several claimants
 * wins.
 */
export class IdempotencyRecords {
  readonly #db: Kysely<NoTables>;

  constructor(db: Kysely<NoTables>) {
    this.#db = db;
  }

  /** Inserts the record of a new request. False: a record exists. */
  async open(at: RecordKey, claim: Claim): Promise<boolean> {
    const { rows } = await sql`
      insert into idempotency_record (workspace_id, route, key, body_hash, command_id, asked_at, expires_at, owner)
      values (${at.workspaceId}, ${at.route}, ${at.key}, ${claim.bodyHash}, ${claim.commandId}, ${claim.askedAt},
        ${claim.expiresAt}, ${claim.owner})
      on conflict do nothing
      returning 1`.execute(this.#db);
    return rows.length === 1;
  }

  async find(at: RecordKey): Promise<KeyedRecord | undefined> {
    const { rows } = await sql<Row>`
      select body_hash, command_id, asked_at, ${expiresAt} as expires_at, owner, status, headers, sealed_body,
        wrapped_key, key_id
      from idempotency_record where ${is(at)}`.execute(this.#db);
    const [row] = rows;
    return row && recordOf(row);
  }

  /**
   * Takes over the record of a dead owner, as the same command. False: another process was quicker.
   */
  async takeOver(at: RecordKey, found: KeyedRecord, owner: string): Promise<boolean> {
    const { rows } = await sql`
      update idempotency_record set owner = ${owner}
      where ${is(at)} and command_id = ${found.commandId} and owner is not distinct from ${found.owner} and status is null
      returning 1`.execute(this.#db);
    return rows.length === 1;
  }

  /** Replaces an expired record. False: another process was quicker. */
  async replace(at: RecordKey, found: KeyedRecord, claim: Claim): Promise<boolean> {
    const { rows } = await sql`
      update idempotency_record set body_hash = ${claim.bodyHash}, command_id = ${claim.commandId},
        asked_at = ${claim.askedAt}, expires_at = ${claim.expiresAt}, owner = ${claim.owner}, status = null, headers = null, sealed_body = null,
        wrapped_key = null, key_id = null
      where ${is(at)} and command_id = ${found.commandId} and owner is not distinct from ${found.owner}
      returning 1`.execute(this.#db);
    return rows.length === 1;
  }

  /** Stores the answer. Changes nothing where another owner has taken over the record. */
  async keep(at: RecordKey, { commandId, owner }: Claim, reply: StoredReply): Promise<void> {
    await sql`
      update idempotency_record set owner = null, status = ${reply.status}, headers = ${JSON.stringify(reply.headers)},
        sealed_body = ${reply.sealedBody}, wrapped_key = ${reply.wrappedKey}, key_id = ${reply.keyId}
      where ${is(at)} and command_id = ${commandId} and owner = ${owner}`.execute(this.#db);
  }

  /** Releases the same request for a retry, as the same command. */
  async free(at: RecordKey, { commandId, owner }: Claim): Promise<void> {
    await sql`
      update idempotency_record set owner = null
      where ${is(at)} and command_id = ${commandId} and owner = ${owner}`.execute(this.#db);
  }

  /**
   * Drops the stored answers of a workspace, or of a person without one. A repeat of such a request is
   * carried out again as the same command, so it is answered from the log.
   */
  async forgetAnswers(workspaceId: string): Promise<void> {
    await sql`
      update idempotency_record
      set status = null, headers = null, sealed_body = null, wrapped_key = null, key_id = null
      where workspace_id = ${workspaceId} and owner is null and sealed_body is not null`.execute(this.#db);
  }

  /** The owners of requests that were made before a moment and have no answer. */
  async ownersBefore(before: string): Promise<readonly string[]> {
    const { rows } = await sql<{ owner: string }>`
      select distinct owner from idempotency_record where asked_at < ${before} and owner is not null`.execute(this.#db);
    return rows.map(({ owner }) => owner);
  }

  /**
   * Deletes the requests made before a moment that have no owner, or a dead one. Returns their
   * number.
   */
  async sweep(before: string, deadOwners: readonly string[] = []): Promise<number> {
    const { rows } = await sql`
      delete from idempotency_record where ctid in (
        select ctid from idempotency_record
        where asked_at < ${before} and (owner is null or owner = any(${deadOwners})) limit ${sweptAtOnce})
      returning 1`.execute(this.#db);
    return rows.length;
  }
}

/**
 * An older release writes `asked_at` alone, also over a record of this one. The test clock never
 * runs slower than real time, so the later of the two is right.
 */
const expiresAt = sql`greatest(expires_at, asked_at + interval '1 day')`;

const is = ({ workspaceId, route, key }: RecordKey) =>
  sql`workspace_id = ${workspaceId} and route = ${route} and key = ${key}`;

const recordOf = (row: Row): KeyedRecord => ({
  bodyHash: row.body_hash,
  commandId: row.command_id,
  askedAt: row.asked_at,
  expiresAt: row.expires_at,
  owner: row.owner,
  reply:
    row.status === null
      ? undefined
      : {
          status: row.status,
          headers: row.headers ?? {},
          sealedBody: row.sealed_body,
          wrappedKey: row.wrapped_key,
          keyId: row.key_id,
        },
});
