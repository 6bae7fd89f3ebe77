import { sql, type Migration } from 'kysely';

/** Keyed requests of the last day: the process that runs each, and its answer. */
export const idempotency: Migration = {
  up: async (db) => {
    await sql`
      create table idempotency_record (
        workspace_id text collate "C" not null,
        route text collate "C" not null,
        key text collate "C" not null,
        body_hash bytea not null,
        command_id text not null,
        asked_at timestamptz not null,
        owner text collate "C",
        status smallint,
        headers jsonb,
        sealed_body bytea,
        wrapped_key bytea,
        key_id text,
        primary key (workspace_id, route, key)
      )`.execute(db);
    await sql`create index idempotency_record_by_age on idempotency_record (asked_at)`.execute(db);
  },
};
