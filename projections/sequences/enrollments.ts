import { enrollmentEvents } from '../../domain/sequences/enrollment-events.ts';
import { enrollmentView } from '../../domain/sequences/enrollment-view.ts';
import { viewProjection, type RowOf } from '../authoring/view-projection.ts';

/** One row a contact and sequence. */
export type EnrollmentRow = RowOf<typeof enrollments>;

export const enrollments = viewProjection({
  name: 'enrollments',
  version: 2,
  description: 'Which contacts are, and were, in which sequence?',
  events: enrollmentEvents,
  view: enrollmentView,
  bornWithStream: true,
  columns: {
    id: ['text', ({ id }) => id],
    workspace_id: ['text', ({ workspaceId }) => workspaceId],
    sequence_id: ['text', ({ sequenceId }) => sequenceId],
    contact_id: ['text', ({ contactId }) => contactId],
    status: ['text', ({ status }) => status],
    /** Null while it waits for its sequence or for the plan, and after the end. */
    next_run_at: ['instant?', ({ nextRunAt }) => nextRunAt],
    enrolled_at: ['instant', ({ enrolledAt }) => enrolledAt],
    view: ['json', (view) => view],
  },
  indexes: [
    'sequence_id, enrolled_at desc, id desc',
    'sequence_id, status, enrolled_at desc, id desc',
    'contact_id, enrolled_at desc, id desc',
    // What waits for its sequence.
    "sequence_id, id where status = 'ACTIVE' and next_run_at is null",
  ],
});
