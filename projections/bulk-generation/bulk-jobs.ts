import { bulkJobEvents } from '../../domain/bulk-generation/bulk-job-events.ts';
import { bulkJobView } from '../../domain/bulk-generation/bulk-job-view.ts';
import { viewProjection, type RowOf } from '../authoring/view-projection.ts';

export type BulkJobRow = RowOf<typeof bulkJobs>;

export const bulkJobs = viewProjection({
  name: 'bulk_jobs',
  version: 3,
  description: 'How far has each bulk generation job come?',
  events: bulkJobEvents,
  view: bulkJobView,
  columns: {
    id: ['text', (_, { key }) => key],
    workspace_id: ['text', (_, { workspaceId }) => workspaceId],
    queued_at: ['instant', ({ queuedAt }) => queuedAt],
    view: ['jsonb', (view) => view],
  },
  indexes: ['workspace_id, queued_at desc, id desc'],
});
