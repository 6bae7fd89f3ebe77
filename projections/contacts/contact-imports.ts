import { contactImportEvents } from '../../domain/contacts/contact-import-events.ts';
import { contactImportView, type ContactImportView } from '../../domain/contacts/contact-import-view.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

/** One row an import. */
export type ContactImportRow = {
  id: string;
  workspace_id: string;
  started_at: string;
  /** Whether its lines can no longer be read. */
  erased: boolean;
  view: ContactImportView;
};

export const contactImports = projectionOf<ContactImportRow>({
  name: 'contact_imports',
  version: 1,
  description: 'How far has each import of contacts come?',
  table: {
    key: 'id',
    columns: { id: 'text', workspace_id: 'text', started_at: 'instant', erased: 'boolean', view: 'json' },
    indexes: [
      'workspace_id, started_at desc, id desc',
      // What the erasure of a workspace still has to make unreadable.
      'workspace_id, id where not erased',
    ],
  },
  on: onEach(contactImportEvents, {
    keys: ({ data }) => data.importId,
    fold: (row, event, id) => {
      const view = contactImportView.evolve(row?.view, event);
      const workspace_id = row?.workspace_id ?? event.meta.workspaceId;
      return view && { id, workspace_id, started_at: view.startedAt, erased: view.job.erased, view };
    },
  }),
});
