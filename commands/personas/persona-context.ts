import { foldView } from '../../domain/kernel/decider.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { defaultPersona } from '../../domain/personas/default-persona.ts';
import type { PersonaEvent } from '../../domain/personas/persona-events.ts';
import { personaView } from '../../domain/personas/persona-view.ts';
import { persona, type Persona, type PersonaCommand } from '../../domain/personas/persona.ts';
import { Plan, requireFeature } from '../../domain/plans/plan.ts';
import type { Caller } from '../../read-api/contract/caller.ts';
import { presentPersona } from '../../read-api/contract/persona.ts';
import type { WriteContext } from '../kernel/endpoint.ts';

export const requireBrandVoice = ({ plan }: Caller): void => requireFeature(Plan.parse(plan), 'brand_voice');
export const requireEvolution = ({ plan }: Caller): void => requireFeature(Plan.parse(plan), 'persona_evolution');

/** The persona, read from the log; of another workspace it does not exist. */
export const loadPersona = async (id: string, context: Pick<WriteContext, 'load'>): Promise<Persona> => {
  const state = (await context.load(persona, id))?.state;
  if (state === undefined || typeof state === 'string') throw notFound('Persona');
  return state;
};

export const viewAfter = (events: readonly Recorded<PersonaEvent>[]) => {
  const view = foldView(personaView, events);
  if (!view) throw notFound('Persona');
  return view;
};

/** The persona after these events, in the form of its answers. */
export const replyAfter = async (events: readonly Recorded<PersonaEvent>[], context: WriteContext) => {
  const defaultId = (await context.load(defaultPersona, context.caller.workspaceId))?.state;
  return presentPersona(viewAfter(events), defaultId);
};

/** Carries out a command on an existing persona. */
export const changePersona = (id: string, command: PersonaCommand, context: WriteContext) =>
  context.handle(persona, id, command, { step: command.type });
