import { sql, type Generated, type JSONColumnType, type Kysely, type Migration } from 'kysely';
import { createCallFunctions, replaceSandboxCall } from './call-functions.ts';
import type { JsonObject, SandboxAccount, SandboxFault, SandboxObject, SandboxSecret } from './store.ts';

/** A database handle without tables: the sandbox casts it to its own. */
export type NoTables = Record<never, never>;

/** The sandbox's tables. The columns are what queries select by; `value` holds the rest. */
export type SandboxTables = {
  sandbox_account: {
    platform: string;
    native_id: string;
    workspace_id: string | null;
    username: string;
    position: Generated<string>;
    value: JSONColumnType<SandboxAccount>;
  };
  sandbox_secret: {
    platform: string;
    kind: SandboxSecret['kind'];
    secret: string;
    account_native_id: string;
    family: string;
    /** Read in the database module's form of time: a Date or ISO text. */
    expires_at: Date | string | null;
    spent: boolean;
    revoked: boolean;
    value: JSONColumnType<JsonObject>;
  };
  sandbox_object: {
    platform: string;
    native_id: string;
    account_native_id: string;
    kind: SandboxObject['kind'];
    direction: SandboxObject['direction'];
    parent_native_id: string | null;
    deleted: boolean;
    unique_key: string | null;
    unique_until: Date | null;
    position: Generated<string>;
    value: JSONColumnType<SandboxObject>;
  };
  sandbox_record: { platform: string; kind: string; id: string; value: JSONColumnType<JsonObject> };
  sandbox_fault: {
    id: string;
    workspace_id: string;
    platform: string;
    operation: SandboxFault['operation'];
    fault: SandboxFault['fault'];
    times: number;
    account_native_id: string | null;
    position: Generated<string>;
  };
  sandbox_metrics: { platform: string; native_id: string; value: JSONColumnType<Readonly<Record<string, number>>> };
};

const up = async (kysely: Kysely<unknown>): Promise<void> => {
  const statements = [
    sql`create sequence sandbox_number`,
    sql`create table sandbox_account (
      platform text not null, native_id text not null, workspace_id text, username text not null,
      position bigint generated always as identity, value jsonb not null, primary key (platform, native_id))`,
    sql`create index on sandbox_account (platform, username)`,
    sql`create index on sandbox_account (workspace_id, platform)`,
    sql`create table sandbox_secret (
      platform text not null, kind text not null, secret text not null, account_native_id text not null,
      family text not null, expires_at timestamptz, spent boolean not null, revoked boolean not null,
      value jsonb not null, primary key (platform, kind, secret))`,
    sql`create index on sandbox_secret (platform, account_native_id)`,
    sql`create index on sandbox_secret (platform, family)`,
    sql`create table sandbox_object (
      platform text not null, native_id text not null, account_native_id text not null, kind text not null,
      direction text not null, parent_native_id text, deleted boolean not null, unique_key text, unique_until timestamptz,
      position bigint generated always as identity, value jsonb not null, primary key (platform, native_id))`,
    sql`create index on sandbox_object (platform, account_native_id, position desc)`,
    sql`create index on sandbox_object (platform, parent_native_id)`,
    sql`create index on sandbox_object (platform, unique_key) where unique_key is not null`,
    sql`create table sandbox_record (
      platform text not null, kind text not null, id text not null, value jsonb not null, primary key (platform, kind, id))`,
    sql`create table sandbox_fault (
      id text primary key, workspace_id text not null, platform text not null, operation text not null, fault text not null,
      times integer not null, account_native_id text, position bigint generated always as identity)`,
    sql`create index on sandbox_fault (workspace_id, platform, operation, position)`,
    sql`create table sandbox_metrics (
      platform text not null, native_id text not null, value jsonb not null, primary key (platform, native_id))`,
  ];
  for (const statement of statements) await statement.execute(kysely);
};

/**
 * Stores an object unless another one holds its key, and returns the holder. It is a database
 * function to save a round trip, and because each of its statements sees what the previous holder
 * of the lock has stored.
 */
const insertInOneStep = async (kysely: Kysely<unknown>): Promise<void> => {
  await sql`
    create function sandbox_insert(made sandbox_object, created_at timestamptz) returns jsonb language plpgsql as $$
    declare
      holder jsonb;
    begin
      if made.unique_key is not null then
        -- Two requests with one key wait for each other; the later one finds what the earlier one stored.
        perform pg_advisory_xact_lock(
          hashtextextended(current_schema() || 'sandbox ' || made.platform || ' ' || made.unique_key, 0));
        select value into holder from sandbox_object as held
        where held.platform = made.platform and held.unique_key = made.unique_key and not held.deleted
          and (held.unique_until is null or held.unique_until > created_at)
        limit 1;
        if found then return holder; end if;
      end if;
      insert into sandbox_object (platform, native_id, account_native_id, kind, direction, parent_native_id, deleted,
        unique_key, unique_until, value)
      values (made.platform, made.native_id, made.account_native_id, made.kind, made.direction, made.parent_native_id,
        made.deleted, made.unique_key, made.unique_until, made.value);
      return null;
    end $$`.execute(kysely);
};

/** The changes of the sandbox's tables, for the service's list of migrations. */
export const sandboxMigrations: Readonly<Record<string, Migration>> = {
  '2026-11-20-sandbox': { up },
  '2026-11-20-sandbox-insert': { up: insertInOneStep },
  '2026-11-23-sandbox-call': { up: createCallFunctions },
  '2026-11-24-sandbox-call-rows': { up: replaceSandboxCall },
};
