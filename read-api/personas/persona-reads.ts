import { z } from 'zod';
import { notFound } from '../../domain/kernel/refused.ts';
import { assemblePrompts, generationTypes } from '../../domain/personas/assemble-prompts.ts';
import { fileNameOf, fileOf } from '../../domain/personas/persona-file.ts';
import { maxMemory, PersonaModule, PersonaPlatform } from '../../domain/personas/persona-fields.ts';
import type { PersonaView } from '../../domain/personas/persona-view.ts';
import { Plan, requireFeature } from '../../domain/plans/plan.ts';
import { streamOf } from '../../domain/streams.ts';
import type { Caller } from '../contract/caller.ts';
import { Id } from '../contract/fields.ts';
import {
  PersonaArcReply,
  PersonaEvolutionReply,
  PersonaMemoryReply,
  PersonaReply,
  PersonaSummaryReply,
  PersonaVersionReply,
  presentPersona,
  presentSummary,
  versionsOf,
} from '../contract/persona.ts';
import { readEndpoint, type ReadContext, type ReadEndpoint } from '../kernel/endpoint.ts';
import { cutText } from '../../domain/kernel/stored-text.ts';

/** The most personas in one answer. */
const maxListed = 500;

const params = z.object({ id: Id });
const reads = ['personas', 'default_personas'] as const;
/** A persona is folded from its own stream and from that of the workspace's default. */
const past = {
  origins: ({ id }: { id: string }, { caller }: ReadContext) => ({
    streams: [streamOf('persona', id), streamOf('defaultPersona', caller.workspaceId)],
  }),
};

/** The persona that is the workspace's default; it may be deleted since. */
const defaultOf = async ({ db, caller }: ReadContext): Promise<string | undefined> => {
  const row = await db
    .selectFrom('default_personas')
    .select('persona_id')
    .where('workspace_id', '=', caller.workspaceId)
    .executeTakeFirst();
  return row?.persona_id;
};

const findPersona = async (id: string, { db, caller }: ReadContext): Promise<PersonaView | undefined> => {
  const row = await db
    .selectFrom('personas')
    .select('view')
    .where('id', '=', id)
    .where('workspace_id', '=', caller.workspaceId)
    .executeTakeFirst();
  return row?.view;
};

const personaNamed = async (id: string, context: ReadContext): Promise<PersonaView> => {
  const view = await findPersona(id, context);
  if (!view) throw notFound('Persona');
  return view;
};

const listPersonas = readEndpoint({
  method: 'GET',
  path: '/v1/personas',
  id: 'listPersonas',
  summary: 'The personas of the workspace, the newest first',
  description: `At most ${maxListed}.`,
  reply: z.object({ personas: z.array(PersonaSummaryReply) }),
  reads,
  run: async (_asked, context) => {
    const { db, caller } = context;
    const rows = await db
      .selectFrom('personas')
      .select('summary')
      .where('workspace_id', '=', caller.workspaceId)
      .orderBy('id', 'desc')
      .limit(maxListed)
      .execute();
    const defaultId = await defaultOf(context);
    return { body: { personas: rows.map(({ summary }) => presentSummary(summary, defaultId)) } };
  },
});

const getDefaultPersona = readEndpoint({
  method: 'GET',
  path: '/v1/personas/default',
  id: 'getDefaultPersona',
  summary: 'The default persona of the workspace, or null',
  description:
    'The fields of the persona, and the persona as `persona`. Without a default persona the answer is `persona: null`.',
  reply: z.union([PersonaReply, z.object({ persona: z.null() })]),
  reads,
  run: async (_asked, context) => {
    const id = await defaultOf(context);
    const view = id === undefined ? undefined : await findPersona(id, context);
    return { body: view ? presentPersona(view, id) : { persona: null } };
  },
});

const getPersona = readEndpoint({
  method: 'GET',
  path: '/v1/personas/:id',
  id: 'getPersona',
  summary: 'One persona with the modules of its active version',
  description: 'The fields of the persona, and the persona as `persona`.',
  params,
  reply: PersonaReply,
  errors: ['NOT_FOUND'],
  reads,
  past,
  run: async ({ params: { id } }, context) => {
    const view = await personaNamed(id, context);
    return { body: presentPersona(view, await defaultOf(context)) };
  },
});

const listPersonaModules = readEndpoint({
  method: 'GET',
  path: '/v1/personas/:id/modules',
  id: 'listPersonaModules',
  summary: 'The modules of the active version; none without one',
  description: 'Earlier versions are at GET /v1/personas/{id}/versions.',
  params,
  reply: z.object({ modules: z.array(PersonaModule) }),
  errors: ['NOT_FOUND'],
  reads,
  run: async ({ params: { id } }, context) => ({ body: { modules: [...(await personaNamed(id, context)).modules] } }),
});

const listPersonaVersions = readEndpoint({
  method: 'GET',
  path: '/v1/personas/:id/versions',
  id: 'listPersonaVersions',
  summary: 'The versions of a persona, the active one first',
  description: 'A version begins with each change of modules. The last 50; the history has all of them.',
  params,
  reply: z.object({ versions: z.array(PersonaVersionReply) }),
  errors: ['NOT_FOUND'],
  reads,
  run: async ({ params: { id } }, context) => ({ body: { versions: versionsOf(await personaNamed(id, context)) } }),
});

const listPersonaAccounts = readEndpoint({
  method: 'GET',
  path: '/v1/personas/:id/accounts',
  id: 'listPersonaAccounts',
  summary: 'The accounts that are linked to a persona',
  description: 'Linked accounts are those whose posts the persona writes.',
  params,
  reply: z.object({ accountIds: z.array(z.string()) }),
  errors: ['NOT_FOUND'],
  reads,
  run: async ({ params: { id } }, context) => ({
    body: { accountIds: [...(await personaNamed(id, context)).linkedAccountIds] },
  }),
});

const listPersonaArcs = readEndpoint({
  method: 'GET',
  path: '/v1/personas/:id/arcs',
  id: 'listPersonaArcs',
  summary: 'The storylines of a persona, in the order in which they were added',
  description: 'Storylines that have ended belong to it.',
  params,
  reply: z.object({ arcs: z.array(PersonaArcReply) }),
  errors: ['NOT_FOUND'],
  reads,
  run: async ({ params: { id } }, context) => ({ body: { arcs: [...(await personaNamed(id, context)).arcs] } }),
});

const requireEvolution = ({ plan }: Caller): void => requireFeature(Plan.parse(plan), 'persona_evolution');

const stateOf = (view: PersonaView): z.input<typeof PersonaEvolutionReply> => ({
  enabled: view.evolves,
  versionNumber: view.versions[0]?.versionNumber ?? 0,
  evolutionCount: view.evolutions,
  memoryCount: view.memory.length,
  maxMemory,
  lastEvolvedAt: view.lastEvolvedAt,
});

const getPersonaEvolution = readEndpoint({
  method: 'GET',
  path: '/v1/personas/:id/evolution',
  id: 'getPersonaEvolution',
  summary: 'What a persona has learned, the oldest first, and the state of its evolution',
  description: 'The oldest entry goes when `maxMemory` is reached.',
  params,
  reply: z.object({ memory: z.array(PersonaMemoryReply), state: PersonaEvolutionReply }),
  errors: ['NOT_FOUND', 'PLAN_UPGRADE_REQUIRED'],
  gate: requireEvolution,
  reads,
  run: async ({ params: { id } }, context) => {
    const view = await personaNamed(id, context);
    return { body: { memory: [...view.memory], state: stateOf(view) } };
  },
});

const getPersonaEvolutionState = readEndpoint({
  method: 'GET',
  path: '/v1/personas/:id/evolution/state',
  id: 'getPersonaEvolutionState',
  summary: 'The state of the evolution of a persona',
  description: 'The counts without the entries themselves.',
  params,
  reply: PersonaEvolutionReply,
  errors: ['NOT_FOUND', 'PLAN_UPGRADE_REQUIRED'],
  gate: requireEvolution,
  reads,
  run: async ({ params: { id } }, context) => ({ body: stateOf(await personaNamed(id, context)) }),
});

const exportPersona = readEndpoint({
  method: 'GET',
  path: '/v1/personas/:id/export',
  id: 'exportPersona',
  summary: 'A persona as a .svcpersona.json file',
  description:
    'For POST /v1/personas/import of any workspace: the profile, the modules of the active version and, unless ' +
    '`includeMemory` is false, what the persona remembers. Ids, linked accounts and the picture stay behind.',
  params,
  query: z.object({ includeMemory: z.enum(['true', 'false']).default('true') }),
  reply: z.looseObject({ format: z.literal('svcpersona'), modules: z.array(PersonaModule) }),
  errors: ['NOT_FOUND'],
  reads,
  run: async ({ params: { id }, query: { includeMemory } }, context) => {
    const view = await personaNamed(id, context);
    return {
      headers: { 'content-disposition': `attachment; filename="${fileNameOf(view.name)}"` },
      body: fileOf(view, context.now, { includeMemory: includeMemory === 'true' }),
    };
  },
});

const Idea = z.union([
  z.string().max(20_000),
  z.record(z.string(), z.unknown()).transform((idea) => cutText(JSON.stringify(idea), 20_000)),
]);

const assembleRuntime = readEndpoint({
  method: 'POST',
  path: '/v1/personas/:id/runtime/assemble',
  id: 'assemblePersona',
  summary: 'The prompts of a persona for POST /v1/ai/generate-post-content',
  description:
    '`generationType` is POST_GENERATION by default, and one of the five tasks that have instructions; another ' +
    'name is 400 VALIDATION_ERROR. The prompts hold the modules that concern the task, active arcs and what the ' +
    'persona remembers. A persona without modules is 400 PERSONA_INCOMPLETE. Nothing is stored and no credits ' +
    'are used.',
  params,
  body: z.object({
    platform: PersonaPlatform.optional().meta({ description: 'By default the primary platform' }),
    generationType: z.enum(generationTypes).default('POST_GENERATION'),
    ideaInput: Idea.nullable().optional(),
  }),
  reply: z.object({ systemPrompt: z.string(), userPrompt: z.string() }),
  errors: ['NOT_FOUND', 'PERSONA_INCOMPLETE', 'VALIDATION_ERROR'],
  idempotent: false,
  reads,
  run: async ({ params: { id }, body: { platform, generationType, ideaInput } }, context) => {
    const view = await personaNamed(id, context);
    const wanted = { platform: platform ?? view.primaryPlatform, generationType, idea: ideaInput ?? undefined };
    return { body: assemblePrompts(view, wanted) };
  },
});

/** The read endpoints of personas. `default` comes before the ids, which share its place in the path. */
export const personaReads: readonly ReadEndpoint[] = [
  listPersonas,
  getDefaultPersona,
  getPersona,
  listPersonaModules,
  listPersonaVersions,
  listPersonaAccounts,
  listPersonaArcs,
  getPersonaEvolution,
  getPersonaEvolutionState,
  exportPersona,
  assembleRuntime,
];
