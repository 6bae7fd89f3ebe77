import { sql, type Kysely } from 'kysely';
import type { MessagePace } from '../../../processes/broadcasts/ports.ts';

/**
 * Spaces the messages of each account in Postgres, so that a platform's rate holds across all
 * processes. On real time, because a platform counts on real time. The account of a contact is the
 * one that the read model knows: where it is old, only the pace is another. The accounts are taken
 * in order, so that two statements never wait for each other.
 */
export const postgresMessagePace = (db: Kysely<unknown>): MessagePace => ({
  take: async ({ accountId = null, messages }) => {
    const { rows } = await sql<{ wait: string | null }>`
      with wanted as materialized (
        select coalesce(${accountId}::text, contacts.account_id) as account_id, sum(asked.seconds) as seconds
        from unnest(${messages.map(({ contactId }) => contactId)}::text[],
          ${messages.map(({ seconds }) => seconds)}::float8[]) as asked(contact_id, seconds)
        left join contacts on ${accountId}::text is null and contacts.id = asked.contact_id
        group by 1
      ), taken as (
        insert into message_pace (account_id, next_at)
        select account_id, now() + make_interval(secs => seconds) from wanted
        where account_id is not null order by account_id collate "C"
        on conflict (account_id) do update
          set next_at = greatest(message_pace.next_at, now()) + (excluded.next_at - now())
        returning account_id, next_at
      )
      select max(extract(epoch from taken.next_at - now()) - wanted.seconds) as wait
      from taken join wanted using (account_id)`.execute(db);
    return Math.max(0, Number(rows[0]?.wait ?? 0) * 1000);
  },
});
