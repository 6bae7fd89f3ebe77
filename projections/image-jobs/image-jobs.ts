import { imageJobEvents } from '../../domain/image-jobs/image-job-events.ts';
import { imageJobView, jobStatusOf, type ImageJobView } from '../../domain/image-jobs/image-job-view.ts';
import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

/** One row an image job. `view` is what clients see. */
export type ImageJobRow = { id: string; workspace_id: string; status: string; created_at: string; view: ImageJobView };

export const imageJobs = projectionOf<ImageJobRow>({
  name: 'image_jobs',
  version: 6,
  description: 'Which images were asked for, and how far are they?',
  table: {
    key: 'id',
    bornWithStream: true,
    columns: { id: 'text', workspace_id: 'text', status: 'text', created_at: 'instant', view: 'json' },
    indexes: [
      "workspace_id, created_at desc, id desc where status in ('PENDING', 'PROCESSING', 'PARTIAL', 'CANCELLING')",
    ],
  },
  published: {
    id: 'The job',
    workspace_id: 'The workspace',
    status: 'How far it is',
    created_at: 'When it was submitted',
  },
  on: onEach(imageJobEvents, {
    keys: ({ stream }) => idOfStream(stream),
    fold: (row, event) => {
      const view = imageJobView.evolve(row?.view, event);
      if (!view) return undefined;
      const { jobId: id, workspaceId: workspace_id, createdAt: created_at } = view;
      return { id, workspace_id, status: jobStatusOf(view), created_at, view };
    },
  }),
});
