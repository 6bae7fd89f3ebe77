import { z } from 'zod';
import type { Decider } from '../kernel/decider.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';

export const DefaultPersonaChanged = defineEvent(
  'DefaultPersonaChanged',
  z.object({ personaId: z.string().nullable() }),
  { description: 'Another persona, or none, became the default of the workspace.' },
);

export const defaultPersonaEvents = [DefaultPersonaChanged] as const;
export type DefaultPersonaEvent = EventOf<typeof DefaultPersonaChanged>;

export type DefaultPersonaCommand =
  | Readonly<{ type: 'set-default-persona'; personaId: string }>
  /** Does not change another default. */
  | Readonly<{ type: 'clear-default-persona'; personaId: string }>;

/** `defaultPersona-<workspaceId>`: one stream decides, so a workspace has at most one default. */
export const defaultPersona: Decider<string | null, DefaultPersonaCommand, DefaultPersonaEvent> = {
  category: 'defaultPersona',
  initial: null,
  decide: (command, state) => {
    if (command.type === 'clear-default-persona')
      return state === command.personaId ? [DefaultPersonaChanged({ personaId: null })] : [];
    return state === command.personaId ? [] : [DefaultPersonaChanged({ personaId: command.personaId })];
  },
  evolve: (_state, { data }) => data.personaId,
};
