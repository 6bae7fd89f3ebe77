import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { personaEvents } from '../../domain/personas/persona-events.ts';
import { personaView, summaryOf, type PersonaSummary, type PersonaView } from '../../domain/personas/persona-view.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

/** `summary` beside `view`: a list does not load the modules of every persona. */
export type PersonaRow = { id: string; workspace_id: string; summary: PersonaSummary; view: PersonaView };

export const personas = projectionOf<PersonaRow>({
  name: 'personas',
  version: 1,
  description: 'Which personas has a workspace?',
  table: {
    key: 'id',
    columns: { id: 'text', workspace_id: 'text', summary: 'json', view: 'json' },
    indexes: ['workspace_id, id desc'],
  },
  on: onEach(personaEvents, {
    keys: ({ stream }) => idOfStream(stream),
    fold: (row, event, id) => {
      const view = personaView.evolve(row?.view, event);
      return view && { id, workspace_id: view.workspaceId, summary: summaryOf(view), view };
    },
  }),
});
