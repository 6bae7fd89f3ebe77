import {
  CalendarPersonaChanged,
  calendarPersona,
  CalendarPersonaCreated,
  CalendarPersonaDeleted,
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
  it('is deleted once, and not found from then on', () => {
    const deleted = CalendarPersonaDeleted({});
    given(created).when({ type: 'delete-calendar-persona' }).then(deleted);
    given(created, deleted).when({ type: 'delete-calendar-persona' }).thenNothing();
    given(created, deleted)
      .when({ ...change, changes: { isActive: false } })
      .thenRefused('NOT_FOUND');
    given().when({ type: 'delete-calendar-persona' }).thenRefused('NOT_FOUND');
  });
});
