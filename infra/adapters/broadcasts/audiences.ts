import { sql, type Kysely } from 'kysely';
import { batchSize, maxBroadcastContacts } from '../../../domain/broadcasts/broadcast-fields.ts';
import type { AudienceQuery, Audiences } from '../../../domain/broadcasts/audience.ts';
import { windowOpenSince, windowPlatforms } from '../../../domain/contacts/messaging-window.ts';
import type { EventLog } from '../../../domain/kernel/event-store.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import type { Platform } from '../../../domain/platforms/platform.ts';
import type { Freshness } from '../../stores/postgres/freshness.ts';

/** How long a request waits for the contacts that were changed before it. */
const patienceMs = 5_000;

type Parts = Readonly<{
  db: Kysely<unknown>;
  log: Pick<EventLog, 'head'>;
  freshness: Pick<Freshness, 'wait'>;
}>;

/**
 * The eligible contacts: seen, not suppressed, linked to an account, on a platform with direct
 * messages, and on FACEBOOK and INSTAGRAM within 24 hours of their last message.
 */
const eligible = ({ workspaceId, platforms, accountId, tags, hasWritten, now }: AudienceQuery) => sql`
  from contacts
  where workspace_id = ${workspaceId} and last_seen_at is not null and not is_suppressed
    and platform = any(${platforms}::text[])
    and account_id is not null and (${accountId}::text is null or account_id = ${accountId})
    and tags @> ${tags}::text[]
    and (not ${hasWritten}::boolean or last_inbound_at is not null)
    and (platform <> all(${windowPlatforms}::text[]) or last_inbound_at > ${windowOpenSince(now)}::timestamptz)`;

/** Audiences by queries over the contacts read model, once it has caught up with the log. */
export const sqlAudiences = ({ db, log, freshness }: Parts): Audiences => {
  const caughtUp = async (): Promise<bigint> => {
    const head = (await log.head())?.commit ?? 0n;
    if (await freshness.wait(['contacts'], head, patienceMs)) return head;
    throw new Refused('SERVICE_UNAVAILABLE', 'The contacts are not up to date; try again in a moment');
  };
  const count = async (query: AudienceQuery, on: Kysely<unknown> = db): Promise<number> => {
    const { rows } = await sql<{ count: string }>`select count(*) ${eligible(query)}`.execute(on);
    return Number(rows[0]?.count ?? 0);
  };
  return {
    count: async (query) => {
      await caughtUp();
      return count(query);
    },
    fix: async (audienceId, query) => {
      const position = await caughtUp();
      return db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (tx) => {
          const { rows } = await sql<{ contacts: string | null; position: string | null }>`
            select sum(cardinality(contact_ids)) as contacts, min(position)::text as position
            from broadcast_audience where audience_id = ${audienceId}`.execute(tx);
          const [known] = rows;
          if (known?.contacts) return { contacts: Number(known.contacts), position: known.position ?? '' };
          const contacts = await count(query, tx);
          if (contacts > 0 && contacts <= maxBroadcastContacts)
            await sql`
              insert into broadcast_audience (audience_id, number, contact_ids, platforms, position)
              select ${audienceId}, (place - 1) / ${batchSize}::integer, array_agg(id order by place),
                array_agg(platform order by place), ${position.toString()}::bigint
              from (select id, platform, row_number() over (order by id) as place ${eligible(query)}) as contact
              group by 2`.execute(tx);
          return { contacts, position: position.toString() };
        });
    },
    batches: async (audienceId, numbers) => {
      const { rows } = await sql<{ number: number; contact_ids: string[]; platforms: Platform[] }>`
        select number, contact_ids, platforms from broadcast_audience
        where audience_id = ${audienceId} and number = any(${numbers}::integer[])`.execute(db);
      return new Map(
        rows.map(({ number, contact_ids, platforms }) => [
          number,
          contact_ids.map((contactId, index) => ({ contactId, platform: platforms[index] ?? 'FACEBOOK' })),
        ]),
      );
    },
  };
};
