import { z } from 'zod';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import {
  arcStatuses,
  maxMemory,
  maxMemoryLength,
  ModuleData,
  type PersonaArc,
} from '../../domain/personas/persona-fields.ts';
import { requireModuleType } from '../../domain/personas/persona-file.ts';
import { Id, Instant } from '../../read-api/contract/fields.ts';
import { PersonaArcReply, PersonaMemoryReply, PersonaReply } from '../../read-api/contract/persona.ts';
import { success, Success } from '../../read-api/contract/success.ts';
import { writeEndpoint, type WriteContext } from '../kernel/endpoint.ts';
import { changePersona, loadPersona, replyAfter, requireEvolution, viewAfter } from './persona-context.ts';

const params = z.object({ id: Id });
const arcParams = z.object({ id: Id, arcId: Id });
const ArcFields = z.object({
  title: z.string().trim().min(1).max(200),
  description: z.string().max(5_000).nullable(),
  status: z.enum(arcStatuses),
  startsAt: Instant.nullable(),
  endsAt: Instant.nullable(),
});

const saveArc = async (id: string, arc: PersonaArc, context: WriteContext) => {
  if (arc.startsAt !== null && arc.endsAt !== null && arc.endsAt < arc.startsAt)
    throw new Refused('VALIDATION_ERROR', 'endsAt: must not be before startsAt', { field: 'endsAt' });
  const { events } = await changePersona(id, { type: 'save-arc', arc }, context);
  const saved = viewAfter(events).arcs.find((one) => one.id === arc.id);
  if (!saved) throw notFound('Arc');
  return saved;
};

export const addPersonaArc = writeEndpoint({
  method: 'POST',
  path: '/v1/personas/:id/arcs',
  id: 'addPersonaArc',
  summary: 'Add a storyline to a persona',
  description:
    'An arc is a storyline that posts follow for a while: planned (the default), active or completed. Active arcs ' +
    'are part of the assembled prompts. A persona has at most 100.',
  params,
  body: ArcFields.partial().required({ title: true }),
  reply: PersonaArcReply,
  status: 201,
  errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'FORBIDDEN'],
  async run({ params: { id }, body }, context) {
    const { title, description = null, status = 'planned', startsAt = null, endsAt = null } = body;
    const arc = { id: context.newId('arc'), title, description, status, startsAt, endsAt };
    return { status: 201, body: await saveArc(id, arc, context) };
  },
});

export const changePersonaArc = writeEndpoint({
  method: 'PATCH',
  path: '/v1/personas/:id/arcs/:arcId',
  id: 'changePersonaArc',
  summary: 'Change a storyline of a persona',
  description: 'A field that is left out does not change.',
  params: arcParams,
  body: ArcFields.partial(),
  reply: PersonaArcReply,
  errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'FORBIDDEN'],
  async run({ params: { id, arcId }, body }, context) {
    const known = (await loadPersona(id, context)).arcs.find((arc) => arc.id === arcId);
    if (!known) throw notFound('Arc');
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    return { body: await saveArc(id, { ...known, ...given }, context) };
  },
});

export const deletePersonaArc = writeEndpoint({
  method: 'DELETE',
  path: '/v1/personas/:id/arcs/:arcId',
  id: 'deletePersonaArc',
  summary: 'Delete a storyline of a persona',
  description: 'Texts that were written for it stay.',
  params: arcParams,
  reply: Success,
  errors: ['NOT_FOUND', 'FORBIDDEN'],
  async run({ params: { id, arcId } }, context) {
    const { arcs } = await loadPersona(id, context);
    if (!arcs.some((arc) => arc.id === arcId)) throw notFound('Arc');
    await changePersona(id, { type: 'delete-arc', arcId }, context);
    return { body: success };
  },
});

export const evolvePersona = writeEndpoint({
  method: 'POST',
  path: '/v1/personas/:id/evolution',
  id: 'evolvePersona',
  summary: 'Let a persona learn something',
  description:
    `\`summary\` is what the persona remembers; it keeps the ${maxMemory} newest memories. \`modules\` maps module ` +
    'types to new data and begins a new version. It needs the persona evolution feature (pro or higher). A persona ' +
    'whose evolution is switched off is 409 CONFLICT.',
  params,
  body: z.object({
    summary: z.string().trim().min(1).max(maxMemoryLength),
    modules: z.record(z.string().max(64), ModuleData).default({}),
  }),
  reply: z.object({ entry: PersonaMemoryReply, persona: PersonaReply.shape.persona }),
  status: 201,
  errors: ['NOT_FOUND', 'CONFLICT', 'UNKNOWN_MODULE_TYPE', 'VALIDATION_ERROR', 'PLAN_UPGRADE_REQUIRED', 'FORBIDDEN'],
  gate: requireEvolution,
  async run({ params: { id }, body: { summary: content, modules } }, context) {
    const before = await loadPersona(id, context);
    const given = Object.entries(modules).map(([type, data]) => {
      const moduleType = requireModuleType(type);
      const known = before.modules.find((module) => module.moduleType === moduleType);
      return { moduleType, data, schemaVersion: known?.schemaVersion ?? 1 };
    });
    const entry = { id: context.newId('memory'), content, createdAt: context.now };
    const version = { versionId: context.newId('version'), modules: given };
    const { events } = await changePersona(id, { type: 'evolve', entry, version }, context);
    const { persona } = await replyAfter(events, context);
    return { status: 201, body: { entry, persona } };
  },
});

export const switchPersonaEvolution = writeEndpoint({
  method: 'PUT',
  path: '/v1/personas/:id/evolution/state',
  id: 'switchPersonaEvolution',
  summary: 'Switch the evolution of a persona on or off',
  description: 'It is on from the start. It needs the persona evolution feature (pro or higher).',
  params,
  body: z.object({ enabled: z.boolean() }),
  reply: z.object({ enabled: z.boolean() }),
  errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'PLAN_UPGRADE_REQUIRED', 'FORBIDDEN'],
  gate: requireEvolution,
  async run({ params: { id }, body: { enabled } }, context) {
    await changePersona(id, { type: 'switch-evolution', enabled }, context);
    return { body: { enabled } };
  },
});
