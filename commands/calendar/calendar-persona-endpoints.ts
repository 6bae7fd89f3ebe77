import { z } from 'zod';
import { calendarPersonaSlug } from '../../domain/calendar/calendar-persona-slug.ts';
import { calendarPersonaView } from '../../domain/calendar/calendar-persona-view.ts';
import { calendarPersona, type CalendarPersonaEvent } from '../../domain/calendar/calendar-persona.ts';
import { requireView } from '../../domain/kernel/decider.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { CalendarPersonaReply } from '../../read-api/contract/calendar-persona.ts';
import { featureGate } from '../../read-api/contract/feature-gate.ts';
import { Id } from '../../read-api/contract/fields.ts';
import { Success, success } from '../../read-api/contract/success.ts';
import { claim, isPastGrace } from '../kernel/claim.ts';
import { reservationKey } from '../kernel/deterministic-ids.ts';
import { writeEndpoint, type WriteContext, type WriteEndpoint } from '../kernel/endpoint.ts';
import type { PostPorts } from '../posts/ports.ts';
import { requireManager } from '../workspaces/workspace-fields.ts';

const gate = featureGate('calendar_personas');
const DisplayName = z.string().trim().min(1).max(200);
const RuntimePrompt = z.string().max(60_000).nullable();
const Slug = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[a-z0-9_-]+$/, 'must have lowercase letters, digits, hyphens and underscores only');
const AccountIds = z
  .array(z.string().max(64))
  .max(100)
  .transform((ids) => [...new Set(ids)])
  .meta({ override: { type: 'array', items: { type: 'string' }, maxItems: 100 } });

const Changed = z.object({ data: CalendarPersonaReply });

const replyOf = (events: readonly Recorded<CalendarPersonaEvent>[]) => {
  const view = requireView(calendarPersonaView, events);
  return { data: { ...view, accountIds: [...view.accountIds] } };
};

const requireAccounts = async (ids: readonly string[], context: WriteContext, ports: PostPorts): Promise<void> => {
  if (ids.length === 0) return;
  const known = await ports.directory.accounts(ids, context);
  if (ids.some((id) => !known.has(id))) throw notFound('Account');
};

const reserveSlug = (slug: string, calendarPersonaId: string, context: WriteContext): Promise<void> =>
  claim(
    calendarPersonaSlug,
    {
      id: reservationKey('calendarPersonaSlug', context.caller.workspaceId, slug),
      holder: calendarPersonaId,
      terms: { slug },
      step: 'reserve-slug',
      // A persona that is being created has claimed its slug first.
      isValid: async (holder) => {
        const known = (await context.load(calendarPersona, holder))?.state;
        return known === undefined ? !isPastGrace(holder) : known !== 'deleted';
      },
    },
    context,
  );

const createCalendarPersona = (ports: PostPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/calendar/personas',
    id: 'createCalendarPersona',
    summary: 'Create a persona of the calendar',
    description:
      'For the owner and administrators. It needs the calendar personas feature (pro or higher). A slug is unique ' +
      'within the workspace: another persona with it is 409 CONFLICT. `accountIds` are accounts of the workspace. ' +
      'The persona is active.',
    body: z.object({
      slug: Slug,
      displayName: DisplayName,
      runtimePrompt: RuntimePrompt.optional(),
      accountIds: AccountIds.optional(),
    }),
    reply: Changed,
    status: 201,
    idempotent: true,
    gate,
    errors: ['PLAN_UPGRADE_REQUIRED', 'FORBIDDEN', 'VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
    async run({ body: { slug, displayName, runtimePrompt = null, accountIds = [] } }, context) {
      await requireManager(context.caller.workspaceId, context);
      await requireAccounts(accountIds, context, ports);
      const calendarPersonaId = context.newId('calendar-persona');
      await reserveSlug(slug, calendarPersonaId, context);
      const persona = { calendarPersonaId, slug, displayName, runtimePrompt, accountIds };
      const command = { type: 'create-calendar-persona', persona } as const;
      const { events } = await context.handle(calendarPersona, calendarPersonaId, command, {
        step: 'create-calendar-persona',
        fresh: true,
      });
      return { status: 201, body: replyOf(events) };
    },
  });

const changeCalendarPersona = writeEndpoint({
  method: 'PATCH',
  path: '/v1/calendar/personas/:id',
  id: 'changeCalendarPersona',
  summary: 'Change a persona of the calendar',
  description: 'For the owner and administrators. A field that is left out does not change. The slug never changes.',
  params: z.object({ id: Id }),
  body: z.object({ displayName: DisplayName, runtimePrompt: RuntimePrompt, isActive: z.boolean() }).partial(),
  reply: Changed,
  gate,
  errors: ['PLAN_UPGRADE_REQUIRED', 'FORBIDDEN', 'VALIDATION_ERROR', 'NOT_FOUND'],
  async run({ params: { id }, body: changes }, context) {
    await requireManager(context.caller.workspaceId, context);
    const command = { type: 'change-calendar-persona', changes } as const;
    const { events } = await context.handle(calendarPersona, id, command);
    return { body: replyOf(events) };
  },
});

const deleteCalendarPersona = writeEndpoint({
  method: 'DELETE',
  path: '/v1/calendar/personas/:id',
  id: 'deleteCalendarPersona',
  summary: 'Delete a persona of the calendar',
  description:
    'For the owner and administrators, below pro too for a workspace that has had the plan. Its slug is free again.',
  params: z.object({ id: Id }),
  reply: Success,
  gate,
  errors: ['PLAN_UPGRADE_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'],
  async run({ params: { id } }, context) {
    await requireManager(context.caller.workspaceId, context);
    const known = (await context.load(calendarPersona, id))?.state;
    if (!known || known === 'deleted') throw notFound('calendar persona');
    await context.handle(calendarPersona, id, { type: 'delete-calendar-persona' });
    return { body: success };
  },
});

/** The write endpoints of the personas of the calendar. */
export const calendarPersonaEndpoints = (ports: PostPorts): readonly WriteEndpoint[] => [
  createCalendarPersona(ports),
  changeCalendarPersona,
  deleteCalendarPersona,
];
