import { projectionOf } from '../authoring/projection-of.ts';

export type DeletedMediaRow = { id: string; workspace_id: string };

/**
 * One row a file whose stored bytes were deleted: posts keep its id, and say so while they wait. A registered file has none here,
 * and stays where it is.
 */
export const deletedMedia = projectionOf<DeletedMediaRow>({
  name: 'deleted_media',
  version: 1,
  description: 'Which files of a workspace were deleted.',
  table: { key: 'id', columns: { id: 'text', workspace_id: 'text' } },
  on: {
    MediaDeleted: {
      keys: ({ data }) => data.mediaId,
      fold: (_row, { data, meta }) =>
        data.keys.length === 0 ? undefined : { id: data.mediaId, workspace_id: meta.workspaceId },
    },
  },
});
