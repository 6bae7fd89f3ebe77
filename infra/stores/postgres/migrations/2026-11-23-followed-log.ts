import { sql, type Migration } from 'kysely';

/**
 * The log that the checkpoints belong to, identified by its first event of the service. One row at
 * most.
 */
export const followedLog: Migration = {
  up: async (db) => {
    await sql`
      create table followed_log (
        single boolean primary key default true check (single),
        event_id text not null,
        stream text not null,
        revision bigint not null,
        "commit" bigint not null,
        prepare bigint not null,
        since timestamptz not null default now()
      )`.execute(db);
  },
};
