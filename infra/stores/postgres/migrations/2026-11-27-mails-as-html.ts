import { sql, type Migration } from 'kysely';

/** Keeps the HTML part with the mails of test workspaces. */
export const mailsAsHtml: Migration = {
  async up(db) {
    await sql`alter table sandbox_mail add column html text`.execute(db);
  },
};
