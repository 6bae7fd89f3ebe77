import { sql, type Migration } from 'kysely';

/** Rows of webhook endpoints at positions of the log. */
export const historyWebhooks: Migration = {
  async up(db) {
    await sql`
      create table webhook_endpoint_snapshot (
        endpoint_id text collate "C" not null,
        fold text collate "C" not null,
        "commit" bigint not null,
        latest text collate "C" not null,
        rows json not null,
        primary key (endpoint_id, fold, "commit")
      )`.execute(db);
  },
};
