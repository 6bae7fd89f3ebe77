import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { PersonaArc, PersonaMemory, PersonaModule } from './persona-fields.ts';

const profile = {
  name: z.string(),
  description: z.string().nullable(),
  primaryPlatform: z.string(),
  platforms: z.array(z.string()),
  avatarUrl: z.string().nullable(),
};

export const PersonaCreated = defineEvent(
  'PersonaCreated',
  z.object({
    personaId: z.string(),
    ...profile,
    origin: z.enum(['wizard', 'import', 'duplicate']),
    memory: z.array(PersonaMemory),
  }),
  { description: 'A persona, the profile of a voice, was created.' },
);
export const PersonaProfileChanged = defineEvent('PersonaProfileChanged', z.object(profile).partial(), {
  description: 'The profile of a persona changed; only what changed, with its new values.',
});
export const PersonaVersionActivated = defineEvent(
  'PersonaVersionActivated',
  z.object({
    versionId: z.string(),
    versionNumber: z.int().positive(),
    /** Modules that differ from the version before; the others continue. Large ones come in several events. */
    modules: z.array(PersonaModule),
  }),
  { description: 'Modules of a persona changed, which made a new version the active one.' },
);
export const PersonaAccountLinked = defineEvent('PersonaAccountLinked', z.object({ accountId: z.string() }), {
  description: 'An account was linked to a persona.',
});
export const PersonaAccountUnlinked = defineEvent('PersonaAccountUnlinked', z.object({ accountId: z.string() }), {
  description: 'An account is no longer linked to a persona.',
});
export const PersonaArcSaved = defineEvent('PersonaArcSaved', z.object({ arc: PersonaArc }), {
  description: 'A storyline of a persona was added or changed; all of it.',
});
export const PersonaArcDeleted = defineEvent('PersonaArcDeleted', z.object({ arcId: z.string() }), {
  description: 'A storyline of a persona was deleted.',
});
export const PersonaEvolved = defineEvent('PersonaEvolved', z.object({ entry: PersonaMemory }), {
  description: 'A persona learned something, which it remembers.',
});
export const PersonaEvolutionSwitched = defineEvent('PersonaEvolutionSwitched', z.object({ enabled: z.boolean() }), {
  description: 'The evolution of a persona was switched on or off.',
});
export const PersonaDeleted = defineEvent('PersonaDeleted', z.object({}), {
  description: 'A persona was deleted.',
});

export const personaEvents = [
  PersonaCreated,
  PersonaProfileChanged,
  PersonaVersionActivated,
  PersonaAccountLinked,
  PersonaAccountUnlinked,
  PersonaArcSaved,
  PersonaArcDeleted,
  PersonaEvolved,
  PersonaEvolutionSwitched,
  PersonaDeleted,
] as const;
export type PersonaEvent = EventOf<(typeof personaEvents)[number]>;
