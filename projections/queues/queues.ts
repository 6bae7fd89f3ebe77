import type { Recorded } from '../../domain/kernel/event.ts';
import type { QueueSchedule } from '../../domain/scheduling/queue.ts';
import { queueScheduleEvents, type QueueScheduleEvent } from '../../domain/scheduling/queue-schedule.ts';
import { defineProjection } from '../kernel/projection.ts';

/** One row a workspace that has set a queue of its own. */
export type QueueRow = { workspace_id: string; schedule: QueueSchedule };

export const queues = defineProjection<QueueRow>({
  name: 'queues',
  version: 1,
  description: 'When does the queue of each workspace send?',
  handles: queueScheduleEvents.map(({ type }) => type),
  table: { key: 'workspace_id', columns: { workspace_id: 'text', schedule: 'jsonb' } },
  published: {
    workspace_id: 'The workspace',
    schedule: 'Timezone, and day and time of each slot',
  },
  keys: ({ stream }) => [stream.slice(stream.indexOf('-') + 1)],
  fold: (_row, event, key) => ({ workspace_id: key, schedule: (event as Recorded<QueueScheduleEvent>).data }),
});
