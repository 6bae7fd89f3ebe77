import { contactImportEvents } from '../../domain/contacts/contact-import-events.ts';
import { contactImportView } from '../../domain/contacts/contact-import-view.ts';
import { viewProjection, type RowOf } from '../authoring/view-projection.ts';

/** One row an import. */
export type ContactImportRow = RowOf<typeof contactImports>;

export const contactImports = viewProjection({
  name: 'contact_imports',
  version: 1,
  description: 'How far has each import of contacts come?',
  events: contactImportEvents,
  view: contactImportView,
  columns: {
    id: ['text', (_, { key }) => key],
    workspace_id: ['text', (_, { workspaceId }) => workspaceId],
    started_at: ['instant', ({ startedAt }) => startedAt],
    /** Whether its lines can no longer be read. */
    erased: ['boolean', ({ job }) => job.erased],
    view: ['json', (view) => view],
  },
  indexes: [
    'workspace_id, started_at desc, id desc',
    // What the erasure of a workspace still has to make unreadable.
    'workspace_id, id where not erased',
  ],
});
