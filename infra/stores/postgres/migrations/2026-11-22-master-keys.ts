import { sql, type Migration } from 'kysely';

/** The master keys that this installation has been started with: their names and fingerprints. */
export const masterKeys: Migration = {
  up: async (db) => {
    await sql`
      create table master_key (
        key_id text primary key,
        fingerprint bytea not null,
        registered_at timestamptz not null default now()
      )`.execute(db);
  },
};
