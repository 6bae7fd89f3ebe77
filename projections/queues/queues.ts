import { idOfStream } from '../../domain/kernel/stream-names.ts';
import type { QueueSchedule } from '../../domain/queues/queue.ts';
import { queueScheduleEvents } from '../../domain/queues/queue-schedule.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

/** One row a workspace that has set a queue of its own. */
export type QueueRow = { workspace_id: string; schedule: QueueSchedule };

export const queues = projectionOf<QueueRow>({
  name: 'queues',
  version: 1,
  description: 'When does the queue of each workspace send?',
  table: { key: 'workspace_id', columns: { workspace_id: 'text', schedule: 'jsonb' } },
  published: {
    workspace_id: 'The workspace',
    schedule: 'Timezone, and day and time of each slot',
  },
  on: onEach(queueScheduleEvents, {
    keys: ({ stream }) => idOfStream(stream),
    fold: (_row, { data }, key) => ({ workspace_id: key, schedule: data }),
  }),
});
