import { sql, type Migration } from 'kysely';

/** The events that led from one snapshot to the next stand with it. Those made before are made again. */
export const historyStretches: Migration = {
  async up(db) {
    await sql`truncate stream_snapshot`.execute(db);
    await sql`alter table stream_snapshot add column events json not null`.execute(db);
  },
};
