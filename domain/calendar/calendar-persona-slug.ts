import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { Refused } from '../kernel/refused.ts';
import { reservation } from '../kernel/reservation.ts';

export const CalendarPersonaSlugReserved = defineEvent(
  'CalendarPersonaSlugReserved',
  z.object({ slug: z.string(), calendarPersonaId: z.string() }),
  { description: 'A persona of the calendar claimed its slug within the workspace.' },
);

export const calendarPersonaSlugEvents = [CalendarPersonaSlugReserved] as const;
export type CalendarPersonaSlugEvent = EventOf<(typeof calendarPersonaSlugEvents)[number]>;

/** `calendarPersonaSlug-<hash of workspace and slug>`: one slug, for one persona of the calendar. */
export const calendarPersonaSlug = reservation<Readonly<{ slug: string }>, CalendarPersonaSlugEvent>({
  category: 'calendarPersonaSlug',
  capacity: 1,
  reserved: ({ holder, slug }) => [CalendarPersonaSlugReserved({ slug, calendarPersonaId: holder })],
  evolve: (_, { data }) => ({ [data.calendarPersonaId]: null }),
  refusal: ({ slug }) => new Refused('CONFLICT', `slug: another calendar persona has ${slug}`, { field: 'slug' }),
});
