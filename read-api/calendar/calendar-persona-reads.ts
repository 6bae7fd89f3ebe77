import { z } from 'zod';
import type { CalendarPersonaView } from '../../domain/calendar/calendar-persona-view.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { streamOf } from '../../domain/streams.ts';
import { CalendarPersonaReply } from '../contract/calendar-persona.ts';
import { featureGate } from '../contract/feature-gate.ts';
import { Id } from '../contract/fields.ts';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { cursorPage, cursorQuery, decodeCursor, limitOf } from '../kernel/page.ts';

const present = (view: CalendarPersonaView) => ({ ...view, accountIds: [...view.accountIds] });

const listCalendarPersonas = readEndpoint({
  method: 'GET',
  path: '/v1/calendar/personas',
  id: 'listCalendarPersonas',
  summary: 'The personas of the calendar, by slug',
  description:
    'They belong to the calendar only; /v1/personas has the personas with modules and versions. It needs the ' +
    'calendar personas feature (pro or higher).',
  query: z.object({ ...cursorQuery, limit: limitOf(100) }),
  reply: z.object({
    data: z.array(CalendarPersonaReply),
    pagination: z.object({ nextCursor: z.string().nullable(), hasMore: z.boolean() }),
  }),
  gate: featureGate('calendar_personas'),
  errors: ['PLAN_UPGRADE_REQUIRED', 'VALIDATION_ERROR'],
  reads: ['calendar_personas'],
  async run({ query: { limit, cursor } }, { caller, db }) {
    const after = decodeCursor(z.string().max(100), cursor);
    let personas = db.selectFrom('calendar_personas').select('view').where('workspace_id', '=', caller.workspaceId);
    if (after !== undefined) personas = personas.where('slug', '>', after);
    const rows = await personas
      .orderBy('slug')
      .limit(limit + 1)
      .execute();
    const { items, nextCursor, hasMore } = cursorPage(rows, limit, ({ view }) => view.slug);
    return { body: { data: items.map(({ view }) => present(view)), pagination: { nextCursor, hasMore } } };
  },
});

const getCalendarPersona = readEndpoint({
  method: 'GET',
  path: '/v1/calendar/personas/:id',
  id: 'getCalendarPersona',
  summary: 'One persona of the calendar',
  description: 'The plan needs calendar personas.',
  params: z.object({ id: Id }),
  reply: z.object({ data: CalendarPersonaReply }),
  gate: featureGate('calendar_personas'),
  errors: ['PLAN_UPGRADE_REQUIRED', 'NOT_FOUND'],
  reads: ['calendar_personas'],
  past: { origins: ({ id }) => ({ streams: [streamOf('calendarPersona', id)] }) },
  async run({ params: { id } }, { caller, db }) {
    const row = await db
      .selectFrom('calendar_personas')
      .select('view')
      .where('id', '=', id)
      .where('workspace_id', '=', caller.workspaceId)
      .executeTakeFirst();
    if (!row) throw notFound('calendar persona');
    return { body: { data: present(row.view) } };
  },
});

/** The read endpoints of the personas of the calendar. */
export const calendarPersonaReads: readonly ReadEndpoint[] = [listCalendarPersonas, getCalendarPersona];
