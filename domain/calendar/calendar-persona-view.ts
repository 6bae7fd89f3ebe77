import { defined } from '../kernel/defined.ts';
import type { ViewFold } from '../kernel/decider.ts';
import type { CalendarPersonaEvent } from './calendar-persona.ts';

/** A persona of the calendar in the form of every answer. */
export type CalendarPersonaView = Readonly<{
  id: string;
  slug: string;
  displayName: string;
  runtimePrompt: string | null;
  accountIds: readonly string[];
  isActive: boolean;
  createdAt: string;
  updatedAt: string;
}>;

export const calendarPersonaView: ViewFold<CalendarPersonaView, CalendarPersonaEvent> = {
  evolve: (view, { type, data, meta: { occurredAt: updatedAt } }) => {
    if (type === 'CalendarPersonaDeleted') return undefined;
    if (type !== 'CalendarPersonaCreated') return view && { ...view, ...defined(data), updatedAt };
    const { calendarPersonaId: id, ...persona } = data;
    return { id, ...persona, isActive: true, createdAt: updatedAt, updatedAt };
  },
};
