import { calendarPersonaView, type CalendarPersonaView } from '../../domain/calendar/calendar-persona-view.ts';
import { calendarPersonaEvents } from '../../domain/calendar/calendar-persona.ts';
import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

export type CalendarPersonaRow = { id: string; workspace_id: string; slug: string; view: CalendarPersonaView };

export const calendarPersonas = projectionOf<CalendarPersonaRow>({
  name: 'calendar_personas',
  version: 1,
  description: 'Which personas of the calendar has a workspace?',
  table: {
    key: 'id',
    columns: { id: 'text', workspace_id: 'text', slug: 'text', view: 'jsonb' },
    indexes: ['workspace_id, slug'],
  },
  on: onEach(calendarPersonaEvents, {
    keys: ({ stream }) => idOfStream(stream),
    fold: (row, event, id) => {
      const view = calendarPersonaView.evolve(row?.view, event);
      return view && { id, workspace_id: row?.workspace_id ?? event.meta.workspaceId, slug: view.slug, view };
    },
  }),
});
