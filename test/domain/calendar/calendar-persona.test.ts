import {
  CalendarPersonaChanged,
  calendarPersona,
  CalendarPersonaCreated,
} from '../../../domain/calendar/calendar-persona.ts';
import { specFor } from '../../support/spec.ts';

describe('a persona of the calendar', () => {
  const given = specFor(calendarPersona);
  const persona = {
    calendarPersonaId: 'p1',
    slug: 'ada',
    displayName: 'Ada',
    runtimePrompt: 'Be dry',
    accountIds: ['a'],
  };
  const created = CalendarPersonaCreated(persona);
  const change = { type: 'change-calendar-persona' } as const;

  it('is created once', () => given().when({ type: 'create-calendar-persona', persona }).then(created));
  it('records only what changes', () => {
    given(created)
      .when({ ...change, changes: { displayName: 'Ada', runtimePrompt: null, isActive: false } })
      .then(CalendarPersonaChanged({ runtimePrompt: null, isActive: false }));
    given(created)
      .when({ ...change, changes: { isActive: true } })
      .thenNothing();
    given()
      .when({ ...change, changes: {} })
      .thenRefused('NOT_FOUND');
  });
});
