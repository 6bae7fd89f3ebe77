import { projectionOf } from '../authoring/projection-of.ts';

/** One row a workspace that ever had a contact: a list of a million contacts does not count them. */
export type ContactTotalRow = { workspace_id: string; contacts: number };

const changed = (row: ContactTotalRow | undefined, by: number, workspace_id: string): ContactTotalRow => ({
  workspace_id,
  contacts: (row?.contacts ?? 0) + by,
});

export const contactTotals = projectionOf<ContactTotalRow>({
  name: 'contact_totals',
  version: 1,
  description: 'How many contacts does each workspace have?',
  table: { key: 'workspace_id', columns: { workspace_id: 'text', contacts: 'integer' } },
  sharing: 'all',
  on: {
    ContactCreated: {
      keys: ({ meta }) => meta.workspaceId,
      fold: (row, _event, workspaceId) => changed(row, 1, workspaceId),
    },
    ContactDeleted: {
      keys: ({ meta }) => meta.workspaceId,
      fold: (row, _event, workspaceId) => changed(row, -1, workspaceId),
    },
  },
});
