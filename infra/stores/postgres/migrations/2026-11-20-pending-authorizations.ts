import { sql, type Migration } from 'kysely';

/**
 * Authorizations in progress on a platform's consent page. Rows live ten minutes and are read once.
 */
export const pendingAuthorizations: Migration = {
  up: async (db) => {
    await sql`
      create table pending_authorization (
        state_hash text collate "C" primary key,
        workspace_id text collate "C" not null,
        sealed bytea not null,
        wrapped_key bytea not null,
        key_id text not null,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index pending_authorization_by_age on pending_authorization (created_at)`.execute(db);
  },
};
