import { sql, type Migration } from 'kysely';

/** The subscriptions as of the fan-out's position, and the mails of test workspaces. */
export const webhooks: Migration = {
  up: async (db) => {
    await sql`
      create table webhook_subscription (
        endpoint_id text collate "C" primary key,
        workspace_id text collate "C" not null,
        events text[] not null,
        enabled boolean not null,
        slow boolean not null
      )`.execute(db);
    await sql`create index webhook_subscription_by_workspace on webhook_subscription (workspace_id)`.execute(db);
    await sql`
      create table sandbox_mail (
        workspace_id text collate "C" not null,
        id text collate "C" not null,
        position bigint generated always as identity,
        recipient text not null,
        subject text not null,
        text text not null,
        sent_at text collate "C" not null,
        primary key (workspace_id, id)
      )`.execute(db);
    await sql`create index sandbox_mail_by_time on sandbox_mail (workspace_id, sent_at desc, position desc)`.execute(
      db,
    );
  },
};
