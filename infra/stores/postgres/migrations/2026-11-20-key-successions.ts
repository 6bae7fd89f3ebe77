import { sql, type Migration } from 'kysely';

/** Which signing key of the log followed which, signed by the earlier one. */
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
