import { sql, type Migration } from 'kysely';

/** The request that an instance's next action belongs to. An older release does not change it. */
export const instanceCorrelation: Migration = {
  async up(db) {
    await sql`alter table process_instance add column correlation_id text`.execute(db);
  },
};
