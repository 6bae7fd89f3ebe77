import { sql, type Migration } from 'kysely';

/**
 * The rows of read models after the beginnings of long streams: `rows` is `json`, which keeps the
 * order of keys.
 */
export const history: Migration = {
  async up(db) {
    await sql`
      create table stream_snapshot (
        stream text collate "C" not null,
        fold text collate "C" not null,
        revision integer not null,
        "commit" bigint not null,
        latest text collate "C" not null,
        rows json not null,
        primary key (stream, fold, revision)
      )`.execute(db);
  },
};
