import { z } from 'zod';
import { PersonaArc, PersonaMemory, PersonaModule } from '../../domain/personas/persona-fields.ts';
import type { PersonaSummary, PersonaView } from '../../domain/personas/persona-view.ts';

const summary = {
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  primaryPlatform: z.string(),
  platforms: z.array(z.string()),
  avatarUrl: z.string().nullable(),
  linkedAccountIds: z.array(z.string()),
  isWorkspaceDefault: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
};
export const PersonaSummaryReply = z.object(summary).meta({ id: 'PersonaSummary' });

export const PersonaVersionReply = z
  .object({ id: z.string(), versionNumber: z.int(), isActive: z.boolean(), createdAt: z.string() })
  .meta({ id: 'PersonaVersion' });

const PersonaFields = z
  .object({
    ...summary,
    workspaceId: z.string(),
    isComplete: z.boolean(),
    activeVersion: PersonaVersionReply.nullable(),
    modules: z.array(PersonaModule),
  })
  .meta({ id: 'PersonaFields' });

/** One persona, its fields at the top and also as `persona`. */
export const PersonaReply = z.object({ ...PersonaFields.shape, persona: PersonaFields }).meta({ id: 'Persona' });

export const PersonaArcReply = PersonaArc.extend({ createdAt: z.string(), updatedAt: z.string() }).meta({
  id: 'PersonaArcAnswer',
});

export const PersonaEvolutionReply = z
  .object({
    enabled: z.boolean(),
    versionNumber: z.int().meta({ description: '0 without modules' }),
    evolutionCount: z.int(),
    memoryCount: z.int(),
    maxMemory: z.int(),
    lastEvolvedAt: z.string().nullable(),
  })
  .meta({ id: 'PersonaEvolutionState' });

export { PersonaMemory as PersonaMemoryReply };

export const presentSummary = (
  persona: PersonaSummary,
  defaultId: string | null | undefined,
): z.input<typeof PersonaSummaryReply> => ({
  ...persona,
  platforms: [...persona.platforms],
  linkedAccountIds: [...persona.linkedAccountIds],
  isWorkspaceDefault: persona.id === defaultId,
});

/** The versions of a persona, the active one first. */
export const versionsOf = ({ versions }: PersonaView): z.input<typeof PersonaVersionReply>[] =>
  versions.map(({ id, versionNumber, createdAt }, index) => ({ id, versionNumber, isActive: index === 0, createdAt }));

export const presentPersona = (
  view: PersonaView,
  defaultId: string | null | undefined,
): z.input<typeof PersonaReply> => {
  const { id, name, description, primaryPlatform, platforms, avatarUrl, linkedAccountIds, createdAt, updatedAt } = view;
  const profile = { id, name, description, primaryPlatform, platforms, avatarUrl, linkedAccountIds };
  const fields = {
    ...presentSummary({ ...profile, createdAt, updatedAt }, defaultId),
    workspaceId: view.workspaceId,
    isComplete: view.modules.length > 0,
    activeVersion: versionsOf(view)[0] ?? null,
    modules: [...view.modules],
  };
  return { ...fields, persona: fields };
};
