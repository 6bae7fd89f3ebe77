import { sql, type Kysely } from 'kysely';
import { ceilingWindow, nextSendAt } from '../../domain/scheduling/posting-ceilings.ts';
import type { Pacing } from '../../processes/publishing/ports.ts';

/**
 * Counts the sends of each account in Postgres, so that a platform's posting ceilings hold across all processes. A place once taken for a key
 * stays taken: asking again for it, after a crash, costs no second one.
 */
export const postgresPacing = (db: Kysely<unknown>): Pacing => ({
  take: async ({ accountId, platform, key, sends, now }) => {
    if (ceilingWindow(platform) === 0) return undefined;
    return db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`pacing/${accountId}`}, 0))`.execute(tx);
      const since = new Date(now.getTime() - ceilingWindow(platform)).toISOString();
      const { rows } = await sql<{ key: string; sent_at: string }>`
        select key, sent_at from send_place where account_id = ${accountId} and sent_at > ${since} order by sent_at`.execute(
        tx,
      );
      if (rows.some((row) => row.key === key)) return undefined;
      const next = nextSendAt(
        platform,
        rows.map((row) => Date.parse(row.sent_at)),
        now.getTime(),
        sends,
      );
      if (next > now.getTime()) return new Date(next).toISOString();
      await sql`delete from send_place where account_id = ${accountId} and sent_at <= ${since}`.execute(tx);
      await sql`
        insert into send_place (account_id, key, part, sent_at)
        select ${accountId}, ${key}, part, ${now.toISOString()} from generate_series(1, ${sends}::int) as part
        on conflict do nothing`.execute(tx);
      return undefined;
    });
  },
});
