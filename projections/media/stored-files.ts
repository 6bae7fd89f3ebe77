import { projectionOf } from '../authoring/projection-of.ts';

/** `announced`: what an upload whose address is renewed counts again. */
export type StoredFileRow = { id: string; workspace_id: string; bytes: number; announced: number };

/**
 * What each file counts of its workspace's storage: an upload from its announcement on, an import
 * once its bytes are stored. A file counts until it is deleted. Registered files stay elsewhere, and
 * copies that the service makes of a file count nothing.
 */
export const storedFiles = projectionOf<StoredFileRow>({
  name: 'stored_files',
  version: 1,
  description: 'How many bytes each file of a workspace holds.',
  table: {
    key: 'id',
    columns: { id: 'text', workspace_id: 'text', bytes: 'bigint', announced: 'bigint' },
    indexes: ['workspace_id, bytes'],
  },
  on: {
    MediaUploadRequested: {
      keys: ({ data }) => data.mediaId,
      fold: (_, { data: { mediaId, sizeBytes }, meta }) => ({
        id: mediaId,
        workspace_id: meta.workspaceId,
        bytes: sizeBytes,
        announced: sizeBytes,
      }),
    },
    MediaImportStarted: {
      keys: ({ data }) => data.mediaId,
      fold: (_, { data, meta }) => ({ id: data.mediaId, workspace_id: meta.workspaceId, bytes: 0, announced: 0 }),
    },
    AvatarUploadRequested: {
      keys: ({ data }) => data.avatarId,
      fold: (_, { data: { avatarId, sizeBytes }, meta }) => ({
        id: avatarId,
        workspace_id: meta.workspaceId,
        bytes: sizeBytes,
        announced: sizeBytes,
      }),
    },
    MediaUploadExpired: {
      keys: ({ data }) => data.mediaId,
      fold: (row) => row && { ...row, bytes: 0 },
    },
    MediaUploadRenewed: {
      keys: ({ data }) => data.mediaId,
      fold: (row) => row && { ...row, bytes: row.announced },
    },
    MediaBytesReceived: {
      keys: ({ data }) => data.mediaId,
      fold: (row, { data }) => row && { ...row, bytes: data.sizeBytes },
    },
    MediaReady: {
      keys: ({ data }) => data.mediaId,
      fold: (row, { data }) => row && { ...row, bytes: data.sizeBytes },
    },
    MediaDeleted: {
      keys: ({ data }) => data.mediaId,
      fold: () => undefined,
    },
  },
});
