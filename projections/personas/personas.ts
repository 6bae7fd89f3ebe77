import { personaEvents } from '../../domain/personas/persona-events.ts';
import { personaView, summaryOf } from '../../domain/personas/persona-view.ts';
import { viewProjection, type RowOf } from '../authoring/view-projection.ts';

/** `summary` beside `view`: a list does not load the modules of every persona. */
export type PersonaRow = RowOf<typeof personas>;

export const personas = viewProjection({
  name: 'personas',
  version: 1,
  description: 'Which personas has a workspace?',
  events: personaEvents,
  view: personaView,
  columns: {
    id: ['text', (_, { key }) => key],
    workspace_id: ['text', ({ workspaceId }) => workspaceId],
    summary: ['json', summaryOf],
    view: ['json', (view) => view],
  },
  indexes: ['workspace_id, id desc'],
});
