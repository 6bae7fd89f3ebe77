import { sql, type Migration } from 'kysely';

/** Tries at the sign-in page within a window of time, by a hash of whom or from where. */
export const signInTries: Migration = {
  up: async (db) => {
    await sql`
      create table sign_in_try (
        key text collate "C" primary key,
        tries int not null,
        window_ends timestamptz not null
      )`.execute(db);
    await sql`create index sign_in_try_by_end on sign_in_try (window_ends)`.execute(db);
  },
};
