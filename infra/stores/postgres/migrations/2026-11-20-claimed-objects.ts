import { sql, type Migration } from 'kysely';

/** Objects that destinations in doubt found on a platform by what they look like: each is one destination's. */
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
