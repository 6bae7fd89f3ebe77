import { calendarPersonaView } from '../../domain/calendar/calendar-persona-view.ts';
import { calendarPersonaEvents } from '../../domain/calendar/calendar-persona.ts';
import { viewProjection, type RowOf } from '../authoring/view-projection.ts';

export type CalendarPersonaRow = RowOf<typeof calendarPersonas>;

export const calendarPersonas = viewProjection({
  name: 'calendar_personas',
  version: 1,
  description: 'Which personas of the calendar has a workspace?',
  events: calendarPersonaEvents,
  view: calendarPersonaView,
  columns: {
    id: ['text', (_, { key }) => key],
    workspace_id: ['text', (_, { workspaceId }) => workspaceId],
    slug: ['text', ({ slug }) => slug],
    view: ['jsonb', (view) => view],
  },
  indexes: ['workspace_id, slug'],
});
