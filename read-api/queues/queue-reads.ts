import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { defaultQueue, QueueSchedule } from '../../domain/scheduling/queue.ts';
import { streamOf } from '../../domain/streams.ts';

const getQueue = readEndpoint({
  method: 'GET',
  path: '/v1/queues',
  id: 'getQueue',
  summary: "The weekly slots of the workspace's queue; by default weekdays at 09:00, 12:00 and 17:00 UTC",
  description:
    'By default weekdays at 09:00, 12:00 and 17:00 in UTC. A workspace has no timezone setting; the queue ' +
    'has one.',
  reply: QueueSchedule,
  reads: ['queues'],
  past: { origins: (_params, { caller }) => ({ streams: [streamOf('queue', caller.workspaceId)] }) },
  run: async (_asked, { db, caller }) => {
    const row = await db
      .selectFrom('queues')
      .select('schedule')
      .where('workspace_id', '=', caller.workspaceId)
      .executeTakeFirst();
    return { body: row?.schedule ?? defaultQueue() };
  },
});

export const queueReads: readonly ReadEndpoint[] = [getQueue];
