import { sql, type Migration } from 'kysely';

/** The events of long streams that commands still need, up to a revision. Derived from the log. */
export const compactedStreams: Migration = {
  up: async (db) => {
    await sql`
      create table compacted_stream (
        stream text collate "C" not null,
        rule text collate "C" not null,
        revision integer not null,
        events json not null,
        made_at timestamptz not null default now(),
        primary key (stream, rule)
      )`.execute(db);
  },
};
