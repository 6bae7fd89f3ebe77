import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { calendarPersonas } from '../../../projections/calendar/calendar-personas.ts';

const given = specFor(calendarPersonas);
const at = (minute: number) => `2026-01-05T09:0${minute}:00.000Z`;
const in1 = (minute: number) => ({ stream: 'calendarPersona-p1', workspaceId: 'w', at: at(minute) });
const ada = { slug: 'ada', displayName: 'Ada', runtimePrompt: null, accountIds: ['a'] };

describe('the read model calendar_personas', () => {
  it('has each persona of the calendar by its slug', () =>
    given(event('CalendarPersonaCreated', { calendarPersonaId: 'p1', ...ada }, in1(0)))
      .when(event('CalendarPersonaChanged', { isActive: false }, in1(1)))
      .then({
        id: 'p1',
        workspace_id: 'w',
        slug: 'ada',
        view: { id: 'p1', ...ada, isActive: false, createdAt: at(0), updatedAt: at(1) },
      }));
});
