import { imageJobEvents } from '../../domain/image-jobs/image-job-events.ts';
import { imageJobView, jobStatusOf } from '../../domain/image-jobs/image-job-view.ts';
import { viewProjection, type RowOf } from '../authoring/view-projection.ts';

/** One row an image job. `view` is what clients see. */
export type ImageJobRow = RowOf<typeof imageJobs>;

export const imageJobs = viewProjection({
  name: 'image_jobs',
  version: 6,
  description: 'Which images were asked for, and how far are they?',
  events: imageJobEvents,
  view: imageJobView,
  bornWithStream: true,
  columns: {
    id: ['text', ({ jobId }) => jobId, 'The job'],
    workspace_id: ['text', ({ workspaceId }) => workspaceId, 'The workspace'],
    status: ['text', jobStatusOf, 'How far it is'],
    created_at: ['instant', ({ createdAt }) => createdAt, 'When it was submitted'],
    view: ['json', (view) => view],
  },
  indexes: [
    "workspace_id, created_at desc, id desc where status in ('PENDING', 'PROCESSING', 'PARTIAL', 'CANCELLING')",
  ],
});
