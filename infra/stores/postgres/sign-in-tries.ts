import { sql } from 'kysely';
import type { Database } from './database.ts';

export type CountedTry = Readonly<{ tries: number; windowEnds: Date }>;

/** Counts a try of this key, in one statement, so that tries made at once on any node all count. */
export const countTry = async ({ kysely }: Database, key: string, windowSeconds: number): Promise<CountedTry> => {
  const { rows } = await sql<{ tries: number; window_ends: string | Date }>`
    insert into sign_in_try as t (key, tries, window_ends)
    values (${key}, 1, now() + make_interval(secs => ${windowSeconds}))
    on conflict (key) do update set
      tries = case when t.window_ends <= now() then 1 else least(t.tries + 1, 1000000) end,
      window_ends = case when t.window_ends <= now() then excluded.window_ends else t.window_ends end
    returning tries, window_ends`.execute(kysely);
  const [row] = rows;
  if (!row) throw new Error('a try at the sign-in was not counted');
  return { tries: row.tries, windowEnds: new Date(row.window_ends) };
};

/** Forgets the tries of a key. */
export const forgetTries = async ({ kysely }: Database, key: string): Promise<void> => {
  await sql`delete from sign_in_try where key = ${key}`.execute(kysely);
};

/** Takes one try back, of a key that counts many people. */
export const takeTryBack = async ({ kysely }: Database, key: string): Promise<void> => {
  await sql`update sign_in_try set tries = greatest(tries - 1, 0) where key = ${key}`.execute(kysely);
};

/** Deletes counts whose window has ended. Correctness does not depend on it. */
export const dropEndedTries = async ({ kysely }: Database): Promise<void> => {
  await sql`delete from sign_in_try where window_ends < now()`.execute(kysely);
};
