import { queueFrom, QueueSchedule } from '../../domain/queues/queue.ts';
import { queueSchedule } from '../../domain/queues/queue-schedule.ts';
import { effectiveSettings } from '../../domain/workspaces/settings.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import { writeEndpoint, type WriteEndpoint } from '../kernel/endpoint.ts';

const setQueue = writeEndpoint({
  method: 'PUT',
  path: '/v1/queues',
  id: 'setQueue',
  summary: "Replace the weekly slots of the workspace's queue; posts that are scheduled keep their times",
  description:
    '`{timezone, slots: [{day, time}]}`: day 0 is Sunday, time is HH:MM, at most 168 slots, stored in ' +
    'the order of the week, which begins on `week_start_day` of the workspace, and each once. Posts that are scheduled keep their times. A slot in an hour that the clocks ' +
    'skip moves by as much (02:30 becomes 03:30); of an hour that comes twice the first is used.',
  body: QueueSchedule,
  reply: QueueSchedule,
  errors: ['VALIDATION_ERROR'],
  run: async ({ body }, context) => {
    const { workspaceId } = context.caller;
    const { state } = await context.handle(queueSchedule, workspaceId, { type: 'set-queue-schedule', schedule: body });
    const of = (await context.load(workspace, workspaceId))?.state;
    const { week_start_day: weekStart } = effectiveSettings(of?.status === 'active' ? of.settings : {});
    return { body: state && queueFrom(weekStart, state) };
  },
});

/** The write endpoints of the queue. */
export const queueEndpoints: readonly WriteEndpoint[] = [setQueue];
