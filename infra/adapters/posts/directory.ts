import { sql, type Kysely } from 'kysely';
import type { PostDirectory } from '../../../commands/posts/ports.ts';
import { nextFreeSlot } from '../../../domain/queues/slot-times.ts';
import { queueSchedule } from '../../../domain/queues/queue-schedule.ts';
import type { ReadModels } from '../../../projections/database.ts';

/** The facts of accounts and media, from other capabilities. */
type Elsewhere = Pick<PostDirectory, 'accounts' | 'media' | 'mediaAt' | 'settled'>;

/** The facts posts need of other aggregates. */
export const postDirectory = (db: Kysely<ReadModels>, elsewhere: Elsewhere): PostDirectory => ({
  ...elsewhere,

  async scheduledPosts(workspaceId) {
    const { rows } = await sql<{ scheduled: string }>`
      select count(*) as scheduled from posts
      where workspace_id = ${workspaceId} and status in ('scheduled', 'payment_paused')`.execute(db);
    return Number(rows[0]?.scheduled ?? 0);
  },

  async waitingPosts(workspaceId, ids) {
    const { rows } = await sql<{ id: string }>`
      select id from posts where id = any(${ids}) and workspace_id = ${workspaceId}
        and status in ('scheduled', 'payment_paused')`.execute(db);
    return new Set(rows.map(({ id }) => id));
  },

  async nextQueueSlot({ load, caller: { workspaceId }, now }, passed) {
    const taken = await db
      .selectFrom('posts')
      .select('scheduled_for')
      .where('workspace_id', '=', workspaceId)
      .where('status', 'in', ['scheduled', 'payment_paused'])
      .where('scheduled_for', '>=', now)
      .orderBy('scheduled_for')
      .limit(5_000)
      .execute();
    const times = [...taken.map((row) => row.scheduled_for ?? now), ...passed].map((time) => Date.parse(time));
    const schedule = (await load(queueSchedule, workspaceId))?.state ?? queueSchedule.initial;
    const slot = nextFreeSlot(schedule, Date.parse(now), times);
    return slot === undefined ? undefined : new Date(slot).toISOString();
  },
});
