import { sql, type Migration } from 'kysely';

/**
 * Snapshots of streams about people: `mark` identifies the sealed texts in the rows. The log is
 * read again, so that existing long streams get snapshots as well.
 */
export const historySealed: Migration = {
  async up(db) {
    await sql`alter table stream_snapshot add column mark text`.execute(db);
    await sql`delete from checkpoint where subscriber = 'history/snapshots'`.execute(db);
  },
};
