import { sql, type Migration } from 'kysely';

/**
 * Objects on a platform that destinations of unknown outcome have found by their content: each
 * belongs to one destination.
 */
export const claimedObjects: Migration = {
  async up(db) {
    await sql`
      create table claimed_object (
        account_id text collate "C" not null,
        native_id text collate "C" not null,
        post_platform_id text collate "C" not null,
        primary key (account_id, native_id)
      )`.execute(db);
  },
};
