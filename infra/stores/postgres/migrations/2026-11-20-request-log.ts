import { sql, type Migration } from 'kysely';

/** Requests to the API: each for a while, and counts by day for longer. */
export const requestLog: Migration = {
  up: async (db) => {
    await sql`
      create table api_request (
        workspace_id text collate "C" not null,
        id text collate "C" not null,
        at timestamptz not null,
        method text not null,
        path text not null,
        route text not null,
        status smallint not null,
        milliseconds integer not null,
        request_id text not null,
        api_key_id text collate "C",
        actor_type text not null,
        actor_id text collate "C" not null,
        ip_address text,
        primary key (workspace_id, id)
      )`.execute(db);
    await sql`
      create index api_request_by_key on api_request (workspace_id, api_key_id, id) where api_key_id is not null`.execute(
      db,
    );
    await sql`create index api_request_by_age on api_request using brin (at)`.execute(db);
    await sql`
      create table api_usage (
        workspace_id text collate "C" not null,
        day date not null,
        api_key_id text collate "C" not null,
        method text collate "C" not null,
        route text collate "C" not null,
        requests bigint not null,
        errors bigint not null,
        milliseconds bigint not null,
        last_at timestamptz not null,
        primary key (workspace_id, day, api_key_id, method, route)
      ) with (fillfactor = 70)`.execute(db);
    await sql`create index api_usage_by_age on api_usage (day)`.execute(db);
  },
};
