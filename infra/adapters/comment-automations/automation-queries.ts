import type { Kysely } from 'kysely';
import type { AutomationPorts } from '../../../commands/comment-automations/ports.ts';
import { maxAutomations } from '../../../domain/comment-automations/automation-places.ts';
import type { EventLog } from '../../../domain/kernel/event-store.ts';
import type { ActiveAutomation, MatchingPorts } from '../../../processes/comment-automations/ports.ts';
import type { ReadModels } from '../../../projections/database.ts';
import { batched } from '../../stores/postgres/batched.ts';
import type { Freshness } from '../../stores/postgres/freshness.ts';

type Parts = Readonly<{
  db: Kysely<ReadModels>;
  log: Pick<EventLog, 'head'>;
  freshness: Pick<Freshness, 'wait'>;
}>;

const patienceMs = 5_000;
/** More accounts than any plan has. */
const maxAccounts = 1_000;
/** More comments than are compared with the automations of a workspace at the same time. */
const maxAsked = 1_000;

/** What comment automations ask of the read models. */
export const automationQueries = ({ db, log, freshness }: Parts): AutomationPorts & MatchingPorts => {
  const caughtUp = async (models: readonly string[]): Promise<void> => {
    const head = await log.head();
    if (head && !(await freshness.wait(models, head.commit, patienceMs)))
      throw new Error(`the read models ${models.join(', ')} have not caught up`);
  };
  /** The same answer for all that ask about one workspace: it began after the last of their questions. */
  const active = async (asked: readonly string[]): Promise<readonly (readonly ActiveAutomation[])[]> => {
    const [workspaceId = ''] = asked;
    await caughtUp(['comment_automations', 'accounts']);
    const rows = await db
      .selectFrom('comment_automations')
      .select('view')
      .where('workspace_id', '=', workspaceId)
      .where('is_active', '=', true)
      .orderBy('id')
      .limit(maxAutomations)
      .execute();
    const found = rows.flatMap(({ view: { activeSince, ...view } }) =>
      activeSince === null ? [] : [{ ...view, activeSince }],
    );
    return asked.map(() => found);
  };
  return {
    activeAutomations: batched(active, { maxBatch: maxAsked, keyOf: (workspaceId) => workspaceId }),
    async ownNames(workspaceId, platform) {
      const rows = await db
        .selectFrom('accounts')
        .select(['native_id', 'page_id', 'username'])
        .where('workspace_id', '=', workspaceId)
        .where('platform', '=', platform)
        .limit(maxAccounts)
        .execute();
      return rows.map(({ native_id, page_id, username }) => ({
        ids: page_id === null ? [native_id] : [native_id, page_id],
        username,
      }));
    },
    async pastComments({ workspaceId, accountId, postId }, limit) {
      let wanted = db.selectFrom('comments').select('view').where('workspace_id', '=', workspaceId);
      if (accountId !== null) wanted = wanted.where('account_id', '=', accountId);
      if (postId !== null) wanted = wanted.where('post_id', '=', postId);
      // A list of a whole workspace is read by the index of the inbox, which has visible comments.
      if (accountId === null && postId === null) wanted = wanted.where('hidden', '=', false);
      const rows = await wanted.orderBy('platform_created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
      return rows.map(({ view }) => view);
    },
    async begun(runIds) {
      if (runIds.length === 0) return new Set();
      const rows = await db.selectFrom('comment_automation_runs').select('id').where('id', 'in', runIds).execute();
      return new Set(rows.map(({ id }) => id));
    },
  };
};
