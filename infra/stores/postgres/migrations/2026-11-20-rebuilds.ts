import { sql, type Migration } from 'kysely';

/**
 * The number of events a subscriber has passed, and the share of the time for the catching up of a
 * build.
 */
export const rebuilds: Migration = {
  async up(db) {
    await sql`alter table checkpoint add column events bigint not null default 0`.execute(db);
    await sql`
      alter table read_model add column share double precision not null default 1 check (share > 0 and share <= 1)`.execute(
      db,
    );
  },
};
