import { sql, type Migration } from 'kysely';

/**
 * The events between two snapshots are stored with the later one. Existing snapshots are created
 * again.
 */
export const historyStretches: Migration = {
  async up(db) {
    await sql`truncate stream_snapshot`.execute(db);
    await sql`alter table stream_snapshot add column events json not null`.execute(db);
  },
};
