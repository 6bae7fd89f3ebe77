import { sql, type Migration } from 'kysely';

/** The slots that accounts have taken under their platforms' posting limits. */
export const pacing: Migration = {
  async up(db) {
    await sql`
      create table send_place (
        account_id text collate "C" not null,
        key text collate "C" not null,
        part integer not null,
        sent_at timestamptz not null,
        primary key (account_id, key, part)
      )`.execute(db);
    await sql`create index send_place_recent on send_place (account_id, sent_at)`.execute(db);
  },
};
