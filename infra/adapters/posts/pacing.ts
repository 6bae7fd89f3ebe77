import { sql, type Kysely, type Transaction } from 'kysely';
import { ceilingWindow, nextSendAt } from '../../../domain/posts/posting-ceilings.ts';
import type { Pacing } from '../../../processes/posts/ports.ts';
import { batched } from '../../stores/postgres/batched.ts';

type Request = Parameters<Pacing['take']>[0];
type Place = { accountId: string; key: string; sentAt: number };

/** Accounts asked about in one transaction. */
const together = 64;

/**
 * Counts the sends of each account in Postgres, so that a platform's posting ceilings hold across
 * all processes. A place stays taken for its key: asking again for it, after a crash, takes no
 * second one.
 */
export const postgresPacing = (db: Kysely<unknown>): Pacing => {
  const takeAll = batched<Request, string | undefined>(
    (requests) => db.transaction().execute((tx) => takePlaces(requests, tx)),
    { maxBatch: together },
  );
  return { take: async (request) => (ceilingWindow(request.platform) === 0 ? undefined : takeAll(request)) };
};

const sinceOf = ({ platform, now }: Request): string => new Date(now.getTime() - ceilingWindow(platform)).toISOString();

const takePlaces = async (
  requests: readonly Request[],
  tx: Transaction<unknown>,
): Promise<readonly (string | undefined)[]> => {
  const windows = new Map(requests.map((request) => [request.accountId, sinceOf(request)]));
  // All callers take these locks in the same order, so that they cannot deadlock.
  const accounts = [...windows.keys()].sort();
  const since = accounts.map((account) => windows.get(account));
  await sql`
    select pg_advisory_xact_lock(hashtextextended('pacing/' || account, 0)) from unnest(${accounts}::text[]) as account`.execute(
    tx,
  );
  const { rows } = await sql<{ account_id: string; key: string; sent_at: string }>`
    select place.account_id, key, sent_at
    from unnest(${accounts}::text[], ${since}::timestamptz[]) as wanted(account_id, since)
    join send_place as place on place.account_id = wanted.account_id and place.sent_at > wanted.since
    order by sent_at`.execute(tx);
  const places: Place[] = rows.map((row) => ({
    accountId: row.account_id,
    key: row.key,
    sentAt: Date.parse(row.sent_at),
  }));
  const taken: { account_id: string; key: string; part: number; sent_at: string }[] = [];
  const answers = requests.map(({ accountId, platform, key, sends, now }) => {
    const mine = places.filter((place) => place.accountId === accountId);
    if (mine.some((place) => place.key === key)) return undefined;
    const earlier = mine.map(({ sentAt }) => sentAt);
    const next = nextSendAt(platform, earlier, now.getTime(), sends);
    if (next > now.getTime()) return new Date(next).toISOString();
    for (let part = 1; part <= sends; part++) {
      places.push({ accountId, key, sentAt: now.getTime() });
      taken.push({ account_id: accountId, key, part, sent_at: now.toISOString() });
    }
    return undefined;
  });
  if (taken.length > 0) {
    await sql`
      with gone as (
        delete from send_place using unnest(${accounts}::text[], ${since}::timestamptz[]) as wanted(account_id, since)
        where send_place.account_id = wanted.account_id and sent_at <= wanted.since
      )
      insert into send_place (account_id, key, part, sent_at)
      select account_id, key, part, sent_at from json_populate_recordset(null::send_place, ${JSON.stringify(taken)}::json)
      on conflict do nothing`.execute(tx);
  }
  return answers;
};
