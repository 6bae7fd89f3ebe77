import { sql, type Migration } from 'kysely';

/** Keeps the link that ends mails with the mails of test workspaces. */
export const unsubscribeLinks: Migration = {
  async up(db) {
    await sql`alter table sandbox_mail add column unsubscribe_url text`.execute(db);
  },
};
