import { sql, type Migration } from 'kysely';

/** What was signed about moves of the log to another event store. */
export const logMoves: Migration = {
  async up(db) {
    await sql`
      create table audit_move (
        nth integer generated always as identity primary key,
        move json not null,
        signature text not null,
        moved_at timestamptz not null default now()
      )`.execute(db);
  },
};
