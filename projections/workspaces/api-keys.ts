import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { apiKeyEvents } from '../../domain/workspaces/api-key.ts';
import { apiKeyView, type ApiKeyView } from '../../domain/workspaces/api-key-view.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

export type ApiKeyRow = {
  id: string;
  workspace_id: string;
  /** SHA-256 of the key, hex: how a presented key is found. */
  hash: string;
  expires_at: string | null;
  revoked_at: string | null;
  view: ApiKeyView;
};

export const apiKeys = projectionOf<ApiKeyRow>({
  name: 'api_keys',
  version: 5,
  description: 'Which API keys has a workspace, and which key is this?',
  table: {
    key: 'id',
    columns: {
      id: 'text',
      workspace_id: 'text',
      hash: 'text',
      expires_at: 'instant?',
      revoked_at: 'instant?',
      view: 'jsonb',
    },
    indexes: [
      'hash',
      'workspace_id, (revoked_at is null) desc, id desc',
      'workspace_id, expires_at, id where revoked_at is null',
    ],
  },
  on: onEach(apiKeyEvents, {
    keys: ({ stream }) => idOfStream(stream),
    fold: (row, event) => {
      const view = apiKeyView.evolve(row?.view, event);
      if (!view) return undefined;
      return {
        id: view.id,
        workspace_id: row?.workspace_id ?? event.meta.workspaceId,
        hash: event.type === 'ApiKeyCreated' ? event.data.hash : (row?.hash ?? ''),
        expires_at: view.expiresAt,
        revoked_at: view.revokedAt,
        view,
      };
    },
  }),
});
