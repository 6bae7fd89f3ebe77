import { sql, type Kysely } from 'kysely';
import type { KnownMedia, PostDirectory } from '../../commands/posts/ports.ts';
import type { AccountFacts } from '../../domain/content/account-eligibility.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import type { PostMedia } from '../../domain/posts/values.ts';
import { defaultQueue, nextFreeSlot } from '../../domain/scheduling/queue.ts';
import type { ReadModels } from '../../projections/database.ts';
import { typeByName } from './type-by-name.ts';

/** Media facts of a workspace's files, by id. */
export type FindMedia = (workspaceId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, KnownMedia>>;

/** The facts posts need of other aggregates, from their read models. */
export const postDirectory = (db: Kysely<ReadModels>, findMedia: FindMedia): PostDirectory => ({
  media: findMedia,

  async accounts(workspaceId, ids) {
    if (ids.length === 0) return new Map();
    const rows = await db
      .selectFrom('accounts')
      .select(['id', 'platform', 'status', 'account_type', 'oauth_version', 'page_id'])
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', [...new Set(ids)])
      .execute();
    return new Map(
      rows.map((row): [string, AccountFacts] => [
        row.id,
        {
          platform: row.platform as Platform,
          status: row.status,
          accountType: row.account_type ?? undefined,
          oauthVersion: (row.oauth_version ?? undefined) as AccountFacts['oauthVersion'],
          pageId: row.page_id ?? undefined,
        },
      ]),
    );
  },

  async mediaAt(url, id): Promise<PostMedia> {
    const filename = new URL(url).pathname.split('/').at(-1) || 'media';
    return { id, filename, contentType: typeByName(filename), sizeBytes: 0, publicUrl: url };
  },

  async scheduledPosts(workspaceId) {
    const { rows } = await sql<{ scheduled: string }>`
      select count(*) as scheduled from posts
      where workspace_id = ${workspaceId} and status in ('scheduled', 'payment_paused')`.execute(db);
    return Number(rows[0]?.scheduled ?? 0);
  },

  async nextQueueSlot(workspaceId, now) {
    const taken = await db
      .selectFrom('posts')
      .select('scheduled_for')
      .where('workspace_id', '=', workspaceId)
      .where('status', 'in', ['scheduled', 'payment_paused'])
      .where('scheduled_for', '>=', now)
      .orderBy('scheduled_for')
      .limit(5_000)
      .execute();
    const times = taken.map((row) => Date.parse(row.scheduled_for ?? now));
    const slot = nextFreeSlot(defaultQueue(), Date.parse(now), times);
    return slot === undefined ? undefined : new Date(slot).toISOString();
  },

  // Personas are not kept yet: none of the ids a request can name exists.
  hasPersona: async () => false,
});
