import { defined } from '../kernel/defined.ts';
import { z } from 'zod';
import type { Decider } from '../kernel/decider.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { notFound } from '../kernel/refused.ts';
import { changedFields } from '../kernel/changed-fields.ts';

export const CalendarPersonaCreated = defineEvent(
  'CalendarPersonaCreated',
  z.object({
    calendarPersonaId: z.string(),
    slug: z.string(),
    displayName: z.string(),
    runtimePrompt: z.string().nullable(),
    accountIds: z.array(z.string()),
  }),
  { description: 'A persona of the calendar was created.' },
);
export const CalendarPersonaChanged = defineEvent(
  'CalendarPersonaChanged',
  z.object({ displayName: z.string(), runtimePrompt: z.string().nullable(), isActive: z.boolean() }).partial(),
  { description: 'A persona of the calendar changed; only what changed, with its new values.' },
);

export const CalendarPersonaDeleted = defineEvent('CalendarPersonaDeleted', z.object({}), {
  description: 'A persona of the calendar was deleted. Its slug is free again.',
});

export const calendarPersonaEvents = [CalendarPersonaCreated, CalendarPersonaChanged, CalendarPersonaDeleted] as const;
export type CalendarPersonaEvent = EventOf<(typeof calendarPersonaEvents)[number]>;

type Created = z.output<typeof CalendarPersonaCreated.schema>;

export type CalendarPersona = Readonly<{
  slug: string;
  displayName: string;
  runtimePrompt: string | null;
  isActive: boolean;
}>;
export type CalendarPersonaState = CalendarPersona | 'deleted' | undefined;

type Changes = Readonly<{
  displayName?: string | undefined;
  runtimePrompt?: string | null | undefined;
  isActive?: boolean | undefined;
}>;

export type CalendarPersonaCommand =
  | Readonly<{ type: 'create-calendar-persona'; persona: Created }>
  | Readonly<{ type: 'change-calendar-persona'; changes: Changes }>
  | Readonly<{ type: 'delete-calendar-persona' }>;

const decide = (command: CalendarPersonaCommand, persona: CalendarPersonaState): readonly CalendarPersonaEvent[] => {
  if (command.type === 'create-calendar-persona') return persona ? [] : [CalendarPersonaCreated(command.persona)];
  if (!persona) throw notFound('calendar persona');
  if (command.type === 'delete-calendar-persona') return persona === 'deleted' ? [] : [CalendarPersonaDeleted({})];
  if (persona === 'deleted') throw notFound('calendar persona');
  const different = changedFields<Changes>(persona, command.changes);
  return different ? [CalendarPersonaChanged(different)] : [];
};

const evolve = (persona: CalendarPersonaState, { type, data }: CalendarPersonaEvent): CalendarPersonaState => {
  if (type === 'CalendarPersonaDeleted' || persona === 'deleted') return 'deleted';
  if (type === 'CalendarPersonaChanged') return persona && { ...persona, ...defined(data) };
  const { slug, displayName, runtimePrompt } = data;
  return { slug, displayName, runtimePrompt, isActive: true };
};

/** `calendarPersona-<id>`. The reservation `calendarPersonaSlug` keeps slugs unique within a workspace. */
export const calendarPersona: Decider<CalendarPersonaState, CalendarPersonaCommand, CalendarPersonaEvent> = {
  category: 'calendarPersona',
  initial: undefined,
  decide,
  evolve,
};
