import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { projectionOf } from '../authoring/projection-of.ts';

export type PersonaPostRow = { post_id: string; workspace_id: string; persona_id: string };

/** Only posts with a persona have a row. */
export const personaPosts = projectionOf<PersonaPostRow>({
  name: 'persona_posts',
  version: 1,
  description: 'Which posts refer to a persona?',
  table: {
    key: 'post_id',
    columns: { post_id: 'text', workspace_id: 'text', persona_id: 'text' },
    indexes: ['workspace_id, persona_id'],
  },
  on: {
    PostCreated: {
      keys: ({ stream, data }) => (data.personaId ? idOfStream(stream) : []),
      fold: (_row, { data, meta }, post_id) =>
        data.personaId ? { post_id, workspace_id: meta.workspaceId, persona_id: data.personaId } : undefined,
    },
    PostEdited: {
      keys: ({ stream, data }) => (data.changes.personaId === undefined ? [] : idOfStream(stream)),
      fold: (row, { data: { changes }, meta }, post_id) => {
        if (changes.personaId === undefined) return row;
        if (changes.personaId === null) return undefined;
        return { post_id, workspace_id: meta.workspaceId, persona_id: changes.personaId };
      },
    },
    PostDeleted: { keys: ({ stream }) => idOfStream(stream), fold: () => undefined },
  },
});
