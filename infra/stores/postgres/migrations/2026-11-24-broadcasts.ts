import { sql, type Migration } from 'kysely';

/** The recipients of each broadcast as they were fixed, and when each account may send its next message. */
export const broadcasts: Migration = {
  async up(db) {
    await sql`
      create table broadcast_audience (
        audience_id text collate "C" not null,
        number integer not null,
        contact_ids text[] not null,
        platforms text[] not null,
        position bigint not null,
        primary key (audience_id, number)
      )`.execute(db);
    await sql`
      create table message_pace (
        account_id text collate "C" primary key,
        next_at timestamptz not null
      )`.execute(db);
  },
};
