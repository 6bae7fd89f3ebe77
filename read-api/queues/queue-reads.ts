import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { defaultQueue, queueFrom, QueueSchedule } from '../../domain/queues/queue.ts';
import { effectiveSettings } from '../../domain/workspaces/settings.ts';
import { streamOf } from '../../domain/streams.ts';

const getQueue = readEndpoint({
  method: 'GET',
  path: '/v1/queues',
  id: 'getQueue',
  summary: "The weekly slots of the workspace's queue; by default weekdays at 09:00, 12:00 and 17:00 UTC",
  description:
    'By default weekdays at 09:00, 12:00 and 17:00 in UTC. A workspace has no timezone setting; the queue ' +
    'has one. The slots are in the order of the week, which begins on `week_start_day` of the workspace.',
  reply: QueueSchedule,
  reads: ['queues', 'workspaces'],
  past: {
    origins: (_params, { caller }) => ({
      streams: [streamOf('queue', caller.workspaceId), streamOf('workspace', caller.workspaceId)],
    }),
  },
  run: async (_asked, { db, caller }) => {
    const row = await db
      .selectFrom('queues')
      .select('schedule')
      .where('workspace_id', '=', caller.workspaceId)
      .executeTakeFirst();
    const workspace = await db
      .selectFrom('workspaces')
      .select('view')
      .where('id', '=', caller.workspaceId)
      .executeTakeFirst();
    const { week_start_day: weekStart } = effectiveSettings(workspace?.view.settings ?? {});
    return { body: queueFrom(weekStart, row?.schedule ?? defaultQueue()) };
  },
});

export const queueReads: readonly ReadEndpoint[] = [getQueue];
