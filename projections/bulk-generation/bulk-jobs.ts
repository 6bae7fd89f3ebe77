import { bulkJobEvents } from '../../domain/bulk-generation/bulk-job-events.ts';
import { bulkJobView, type BulkJobView } from '../../domain/bulk-generation/bulk-job-view.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

export type BulkJobRow = { id: string; workspace_id: string; queued_at: string; view: BulkJobView };

export const bulkJobs = projectionOf<BulkJobRow>({
  name: 'bulk_jobs',
  version: 3,
  description: 'How far has each bulk generation job come?',
  table: {
    key: 'id',
    columns: { id: 'text', workspace_id: 'text', queued_at: 'instant', view: 'jsonb' },
    indexes: ['workspace_id, queued_at desc, id desc'],
  },
  on: onEach(bulkJobEvents, {
    keys: ({ data }) => data.jobId,
    fold: (row, event, id) => {
      const view = bulkJobView.evolve(row?.view, event);
      const workspace_id = row?.workspace_id ?? event.meta.workspaceId;
      return view && { id, workspace_id, queued_at: view.queuedAt, view };
    },
  }),
});
