import { sql, type Migration } from 'kysely';

/** The successions of signing keys of the log, each signed by the earlier key. */
export const keySuccessions: Migration = {
  async up(db) {
    await sql`
      create table audit_succession (
        nth integer generated always as identity primary key,
        succession json not null,
        signature text not null
      )`.execute(db);
  },
};
