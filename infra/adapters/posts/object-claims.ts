import { sql, type Kysely } from 'kysely';
import type { ObjectClaims } from '../../../processes/publishing/ports.ts';
import type { PostsUpToDate } from './posts-up-to-date.ts';

/** How long before and after a send the posts may have been due whose objects it could be taken for: retries and ceilings delay them. */
const daysBefore = 14;
const daysAfter = 2;

/**
 * Whose objects are is known from the posts read model, up to date with the log. What two destinations in doubt might both take is settled by
 * the first row in Postgres. An object another post is sending at this very moment, whose outcome is not in the log yet, is not known.
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
        and jsonb_path_exists(shown::jsonb, ${others}::jsonpath, ${named}::jsonb)
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
