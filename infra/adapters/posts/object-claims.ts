import { sql, type Kysely } from 'kysely';
import type { ObjectClaims } from '../../../processes/posts/ports.ts';
import type { PostsUpToDate } from './posts-up-to-date.ts';

/**
 * Posts whose objects a send could be mistaken for were due within this time before and after it:
 * retries and ceilings delay them.
 */
const daysBefore = 14;
const daysAfter = 2;

/**
 * The owners of objects are known from the posts read model, once it has caught up with the log.
 * Where two destinations with unknown outcomes could both take an object, the first row in Postgres
 * decides. An object that another post is sending at this moment, without an outcome in the log, is
 * not known.
 */
export const postgresClaims = (db: Kysely<unknown>, upToDate: PostsUpToDate): ObjectClaims => ({
  claim: async ({ workspaceId, accountId, postPlatformId, nativeId, since }) => {
    await upToDate();
    const others = `$.post.destinations[*] ? (@.accountId == $account && @.postPlatformId != $mine).**.nativeId ? (@ == $object)`;
    const named = JSON.stringify({ account: accountId, mine: postPlatformId, object: nativeId });
    const { rows: held } = await sql`
      select 1 from posts
      where workspace_id = ${workspaceId} and account_ids @> array[${accountId}]
        and calendar_at between ${since}::timestamptz - make_interval(days => ${daysBefore})
                            and ${since}::timestamptz + make_interval(days => ${daysAfter})
        and jsonb_path_exists(view::jsonb, ${others}::jsonpath, ${named}::jsonb)
      limit 1`.execute(db);
    if (held.length > 0) return false;
    const { rows } = await sql<{ post_platform_id: string }>`
      with mine as (
        insert into claimed_object (account_id, native_id, post_platform_id)
        values (${accountId}, ${nativeId}, ${postPlatformId})
        on conflict do nothing returning post_platform_id
      )
      select post_platform_id from mine
      union all
      select post_platform_id from claimed_object where account_id = ${accountId} and native_id = ${nativeId}`.execute(
      db,
    );
    return rows.every((row) => row.post_platform_id === postPlatformId) && rows.length > 0;
  },
});
