import { sql, type Migration } from 'kysely';

/**
 * Secrets, which no event may contain: credentials of accounts and endpoints, and the keys of
 * people's data.
 */
export const secrets: Migration = {
  up: async (db) => {
    await sql`
      create table secret (
        owner_kind text collate "C" not null,
        owner_id text collate "C" not null,
        workspace_id text collate "C" not null,
        name text collate "C" not null,
        ciphertext bytea not null,
        wrapped_key bytea not null,
        key_id text not null,
        version bigint not null,
        updated_at timestamptz not null default now(),
        primary key (owner_kind, owner_id, name)
      )`.execute(db);
    await sql`create index secret_by_workspace on secret (workspace_id)`.execute(db);
    await sql`create index secret_by_key on secret (key_id)`.execute(db);
    await sql`
      create table subject_key (
        subject text collate "C" primary key,
        wrapped_key bytea,
        key_id text,
        created_at timestamptz not null default now(),
        destroyed_at timestamptz,
        check ((wrapped_key is null) = (destroyed_at is not null) and (wrapped_key is null) = (key_id is null))
      )`.execute(db);
    await sql`create index subject_key_by_key on subject_key (key_id)`.execute(db);
  },
};
