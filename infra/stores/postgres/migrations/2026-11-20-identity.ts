import { sql, type Migration } from 'kysely';

/**
 * The state of the local issuer: sign-ins in progress, sessions, grants and refresh tokens (by
 * hash).
 */
export const identity: Migration = {
  up: async (db) => {
    await sql`
      create table identity_record (
        model text collate "C" not null,
        id text collate "C" not null,
        grant_id text collate "C",
        uid text collate "C",
        payload jsonb not null,
        expires_at timestamptz,
        primary key (model, id)
      )`.execute(db);
    await sql`create index identity_record_by_grant on identity_record (grant_id) where grant_id is not null`.execute(
      db,
    );
    await sql`create index identity_record_by_uid on identity_record (model, uid) where uid is not null`.execute(db);
    await sql`create index identity_record_by_expiry on identity_record (expires_at)`.execute(db);
  },
};
