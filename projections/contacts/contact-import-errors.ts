import { projectionOf } from '../authoring/projection-of.ts';

/** One row a faulty line of an import. */
export type ContactImportErrorRow = {
  id: string;
  workspace_id: string;
  import_id: string;
  line: number;
  /** Null where the fault is not that of one cell. */
  column_name: string | null;
  message: string;
};

const idOf = (importId: string, line: number): string => `${importId}/${line}`;

export const contactImportErrors = projectionOf<ContactImportErrorRow>({
  name: 'contact_import_errors',
  version: 1,
  description: 'Which lines of the imported files of contacts are faulty?',
  table: {
    key: 'id',
    columns: {
      id: 'text',
      workspace_id: 'text',
      import_id: 'text',
      line: 'integer',
      column_name: 'text?',
      message: 'text',
    },
    indexes: ['import_id, line'],
  },
  on: {
    ContactImportPartDone: {
      keys: ({ data }) => data.errors.map(({ line }) => idOf(data.importId, line)),
      fold: (_, { data: { importId, errors }, meta }, id) => {
        const fault = errors.find(({ line }) => idOf(importId, line) === id);
        return (
          fault && {
            id,
            workspace_id: meta.workspaceId,
            import_id: importId,
            line: fault.line,
            column_name: fault.column,
            message: fault.message,
          }
        );
      },
    },
  },
});
