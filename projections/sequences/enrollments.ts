import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { enrollmentEvents } from '../../domain/sequences/enrollment-events.ts';
import { enrollmentView, type EnrollmentView } from '../../domain/sequences/enrollment-view.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

/** One row a contact and sequence. */
export type EnrollmentRow = {
  id: string;
  workspace_id: string;
  sequence_id: string;
  contact_id: string;
  status: string;
  /** Null while it waits for its sequence or for the plan, and after the end. */
  next_run_at: string | null;
  enrolled_at: string;
  view: EnrollmentView;
};

export const enrollments = projectionOf<EnrollmentRow>({
  name: 'enrollments',
  version: 2,
  description: 'Which contacts are, and were, in which sequence?',
  table: {
    key: 'id',
    bornWithStream: true,
    columns: {
      id: 'text',
      workspace_id: 'text',
      sequence_id: 'text',
      contact_id: 'text',
      status: 'text',
      next_run_at: 'instant?',
      enrolled_at: 'instant',
      view: 'json',
    },
    indexes: [
      'sequence_id, enrolled_at desc, id desc',
      'sequence_id, status, enrolled_at desc, id desc',
      'contact_id, enrolled_at desc, id desc',
      // What waits for its sequence.
      "sequence_id, id where status = 'ACTIVE' and next_run_at is null",
    ],
  },
  on: onEach(enrollmentEvents, {
    keys: ({ stream }) => idOfStream(stream),
    fold: (row, event) => {
      const view = enrollmentView.evolve(row?.view, event);
      return (
        view && {
          id: view.id,
          workspace_id: view.workspaceId,
          sequence_id: view.sequenceId,
          contact_id: view.contactId,
          status: view.status,
          next_run_at: view.nextRunAt,
          enrolled_at: view.enrolledAt,
          view,
        }
      );
    },
  }),
});
