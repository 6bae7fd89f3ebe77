import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { defaultPersonaEvents } from '../../domain/personas/default-persona.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

export type DefaultPersonaRow = { workspace_id: string; persona_id: string };

export const defaultPersonas = projectionOf<DefaultPersonaRow>({
  name: 'default_personas',
  version: 1,
  description: 'Which persona is the default of a workspace?',
  table: { key: 'workspace_id', columns: { workspace_id: 'text', persona_id: 'text' }, indexes: [] },
  on: onEach(defaultPersonaEvents, {
    keys: ({ stream }) => idOfStream(stream),
    fold: (_row, { data: { personaId } }, workspace_id) =>
      personaId === null ? undefined : { workspace_id, persona_id: personaId },
  }),
});
