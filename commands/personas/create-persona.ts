import { z } from 'zod';
import { foldView } from '../../domain/kernel/decider.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import type { PersonaCreated } from '../../domain/personas/persona-events.ts';
import { ModuleData, PersonaPlatform, type PersonaModule } from '../../domain/personas/persona-fields.ts';
import { modulesOfFile, PersonaFile, requireModuleType } from '../../domain/personas/persona-file.ts';
import { personaView } from '../../domain/personas/persona-view.ts';
import { persona } from '../../domain/personas/persona.ts';
import { Id, NameOf } from '../../read-api/contract/fields.ts';
import { PersonaReply } from '../../read-api/contract/persona.ts';
import { writeEndpoint, type WriteContext } from '../kernel/endpoint.ts';
import { replyAfter, requireBrandVoice } from './persona-context.ts';
import { cutText } from '../../domain/kernel/stored-text.ts';

export const Name = NameOf(200);
export const Description = z.string().trim().max(1_000);

const params = z.object({ id: Id });
const Made = z.object({ personaId: z.string() });

type Profile = Omit<z.input<typeof PersonaCreated.schema>, 'personaId'>;

const create = async (profile: Profile, modules: readonly PersonaModule[], context: WriteContext) => {
  const personaId = context.newId('persona');
  const data = { ...profile, personaId, platforms: [...profile.platforms], memory: [...profile.memory] };
  const version = { versionId: context.newId('version'), modules };
  const command = { type: 'create-persona', data, version } as const;
  const { events } = await context.handle(persona, personaId, command, { step: 'create-persona', fresh: true });
  return { personaId, events };
};

export const createByWizard = writeEndpoint({
  method: 'POST',
  path: '/v1/personas/wizard',
  id: 'createPersona',
  summary: 'Create a persona',
  description:
    'It needs the brand voice feature (pro or higher). `modules` maps module types to their data; with at least ' +
    'one the persona has an active version. Each change of modules begins a new version. `primaryPlatform` is x ' +
    'by default. The data of a module have at most 60,000 bytes as JSON, all modules together 200,000.',
  body: z.object({
    name: Name,
    description: Description.nullable().optional(),
    primaryPlatform: PersonaPlatform.default('x'),
    modules: z.record(z.string().max(64), ModuleData).default({}),
  }),
  reply: PersonaReply,
  status: 201,
  errors: ['VALIDATION_ERROR', 'UNKNOWN_MODULE_TYPE', 'PLAN_UPGRADE_REQUIRED', 'FORBIDDEN'],
  gate: requireBrandVoice,
  async run({ body: { name, description = null, primaryPlatform, modules } }, context) {
    const given = Object.entries(modules).map(([type, data]) => ({
      moduleType: requireModuleType(type),
      data,
      schemaVersion: 1,
    }));
    const profile = { name, description, primaryPlatform, platforms: [primaryPlatform], avatarUrl: null };
    const { events } = await create({ ...profile, origin: 'wizard', memory: [] }, given, context);
    return { status: 201, body: await replyAfter(events, context) };
  },
});

export const duplicatePersona = writeEndpoint({
  method: 'POST',
  path: '/v1/personas/:id/duplicate',
  id: 'duplicatePersona',
  summary: 'Copy a persona',
  description:
    'The copy is named `Copy of` and the name, cut to 200 characters. It has the profile, the modules and the ' +
    'memory of the persona, and no linked accounts or arcs. It needs the brand voice feature, like the wizard.',
  params,
  reply: Made,
  status: 201,
  errors: ['NOT_FOUND', 'PLAN_UPGRADE_REQUIRED', 'FORBIDDEN'],
  gate: requireBrandVoice,
  async run({ params: { id } }, context) {
    const view = foldView(personaView, (await context.load(persona, id))?.events ?? []);
    if (!view) throw notFound('Persona');
    const { description, primaryPlatform, platforms, avatarUrl, memory, modules } = view;
    const name = cutText(`Copy of ${view.name}`, 200);
    const profile = { name, description, primaryPlatform, platforms: [...platforms], avatarUrl };
    const copied = { ...profile, origin: 'duplicate' as const, memory: [...memory] };
    const { personaId } = await create(copied, modules, context);
    return { status: 201, body: { personaId } };
  },
});

export const importPersona = writeEndpoint({
  method: 'POST',
  path: '/v1/personas/import',
  id: 'importPersona',
  summary: 'Create a persona from an exported file',
  description:
    'The body is the file of GET /v1/personas/:id/export. More than 50 modules or 20 memories are 400 ' +
    'VALIDATION_ERROR. Of several modules of one type the last is taken. It needs the brand voice feature, like ' +
    'the wizard.',
  body: PersonaFile,
  bodyLimit: 4 * 1024 * 1024,
  reply: Made,
  status: 201,
  errors: ['VALIDATION_ERROR', 'UNKNOWN_MODULE_TYPE', 'PLAN_UPGRADE_REQUIRED', 'FORBIDDEN'],
  gate: requireBrandVoice,
  async run({ body: file }, context) {
    const given = { ...file, ...file.persona };
    const { name = '', description = null, platforms = [] } = given;
    const primaryPlatform = given.primaryPlatform ?? platforms[0] ?? 'x';
    const all = [...new Set([...(platforms.includes(primaryPlatform) ? [] : [primaryPlatform]), ...platforms])];
    const memory = file.memory.map((content, index) => ({
      id: context.newId(`memory/${index}`),
      content,
      createdAt: context.now,
    }));
    const profile = { name, description, primaryPlatform, platforms: all, avatarUrl: null };
    const { personaId } = await create({ ...profile, origin: 'import', memory }, modulesOfFile(file), context);
    return { status: 201, body: { personaId } };
  },
});
