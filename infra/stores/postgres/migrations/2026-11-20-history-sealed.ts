import { sql, type Migration } from 'kysely';

/**
 * Snapshots of streams about people: by `mark` their sealed texts are found in the rows. The log is gone through once more, so that streams that were
 * long before have them as well.
 */
export const historySealed: Migration = {
  async up(db) {
    await sql`alter table stream_snapshot add column mark text`.execute(db);
    await sql`delete from checkpoint where subscriber = 'history/snapshots'`.execute(db);
  },
};
