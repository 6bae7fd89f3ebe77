import { sql, type Kysely } from 'kysely';
import type { MessagePace } from '../../../processes/broadcasts/ports.ts';

/**
 * Spaces the messages of each account in Postgres, so that a platform's rate holds across all
 * processes. On real time, because a platform counts on real time.
 */
export const postgresMessagePace = (db: Kysely<unknown>): MessagePace => ({
  take: async ({ accountId, messages, perSecond }) => {
    const seconds = messages / perSecond;
    const { rows } = await sql<{ wait: string }>`
      insert into message_pace (account_id, next_at)
      values (${accountId}, now() + make_interval(secs => ${seconds}))
      on conflict (account_id) do update
        set next_at = greatest(message_pace.next_at, now()) + make_interval(secs => ${seconds})
      returning extract(epoch from next_at - make_interval(secs => ${seconds}) - now()) as wait`.execute(db);
    return Math.max(0, Number(rows[0]?.wait ?? 0) * 1000);
  },
});
