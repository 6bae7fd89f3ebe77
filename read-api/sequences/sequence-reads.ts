import { z } from 'zod';
import { notFound } from '../../domain/kernel/refused.ts';
import { EnrollmentStatus } from '../../domain/sequences/enrollment-events.ts';
import { Id } from '../contract/fields.ts';
import {
  EnrollmentReply,
  presentSequence,
  presentSteps,
  requireSequences,
  SequenceReply,
  StepReply,
} from '../contract/sequence.ts';
import { readEndpoint, type ReadContext, type ReadEndpoint } from '../kernel/endpoint.ts';
import { limitOf, numberedQuery } from '../kernel/page.ts';
import { numberedRows } from '../kernel/numbered-rows.ts';

const params = z.object({ id: Id });
const Pagination = z.object({ page: z.int(), limit: z.int(), total: z.int(), totalPages: z.int() });
const shape = { gate: requireSequences, errors: ['PLAN_UPGRADE_REQUIRED', 'NOT_FOUND'] } as const;

const sequenceOf = async (id: string, { db, caller: { workspaceId } }: ReadContext) => {
  const row = await db
    .selectFrom('sequences')
    .select('view')
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  if (!row) throw notFound('sequence');
  return row.view;
};

const listSequences = readEndpoint({
  method: 'GET',
  path: '/v1/sequences',
  id: 'listSequences',
  summary: 'The sequences of the workspace without the archived ones, the newest first',
  description: 'Archived sequences are left out.',
  query: z.object(numberedQuery),
  reply: z.object({ sequences: z.array(SequenceReply), pagination: Pagination }),
  errors: ['PLAN_UPGRADE_REQUIRED'],
  gate: requireSequences,
  reads: ['sequences'],
  async run({ query }, { caller, db }) {
    const wanted = db
      .selectFrom('sequences')
      .where('workspace_id', '=', caller.workspaceId)
      .where('status', '<>', 'ARCHIVED');
    const { rows, pagination } = await numberedRows(wanted, query, (all) =>
      all.select('view').orderBy('created_at', 'desc').orderBy('id', 'desc'),
    );
    const sequences = rows.map(({ view }) => presentSequence(view));
    return { body: { sequences, pagination } };
  },
});

const getSequence = readEndpoint({
  ...shape,
  method: 'GET',
  path: '/v1/sequences/:id',
  id: 'getSequence',
  summary: 'One sequence, with the number of its enrollments by status',
  description: 'Also an archived one.',
  params,
  reply: z.object({ sequence: SequenceReply, enrollmentStats: z.record(z.string(), z.int()) }),
  reads: ['sequences', 'enrollments'],
  async run({ params: { id } }, context) {
    const view = await sequenceOf(id, context);
    const counted = await context.db
      .selectFrom('enrollments')
      .select(['status', ({ fn }) => fn.countAll<string>().as('total')])
      .where('sequence_id', '=', id)
      .groupBy('status')
      .execute();
    const enrollmentStats = Object.fromEntries(counted.map(({ status, total }) => [status, Number(total)]));
    return { body: { sequence: presentSequence(view), enrollmentStats } };
  },
});

const listSteps = readEndpoint({
  ...shape,
  method: 'GET',
  path: '/v1/sequences/:id/steps',
  id: 'listSequenceSteps',
  summary: 'The steps of a sequence, in their order',
  description: '`delayHours` counts from the step before; the first one from the enrollment.',
  params,
  reply: z.object({ steps: z.array(StepReply) }),
  reads: ['sequences'],
  run: async ({ params: { id } }, context) => ({
    body: { steps: presentSteps(id, (await sequenceOf(id, context)).steps) },
  }),
});

const listEnrollments = readEndpoint({
  ...shape,
  method: 'GET',
  path: '/v1/sequences/:id/enrollments',
  id: 'listSequenceEnrollments',
  summary: 'The contacts in a sequence, the last enrolled first',
  description: 'Contacts that completed or left the sequence belong to it, unless `status` asks for others.',
  params,
  query: z.object({
    ...numberedQuery,
    limit: limitOf(50),
    status: z
      .string()
      .transform((text) => text.toUpperCase())
      .pipe(EnrollmentStatus)
      .optional()
      .meta({ override: { type: 'string', description: 'ACTIVE, COMPLETED, EXITED or FAILED, in any casing' } }),
  }),
  reply: z.object({ enrollments: z.array(EnrollmentReply), pagination: Pagination }),
  reads: ['sequences', 'enrollments', 'contacts'],
  async run({ params: { id }, query: { status, ...query } }, context) {
    await sequenceOf(id, context);
    const { db, caller } = context;
    let wanted = db.selectFrom('enrollments').where('sequence_id', '=', id);
    if (status !== undefined) wanted = wanted.where('status', '=', status);
    const { rows, pagination } = await numberedRows(wanted, query, (all) =>
      all.select('view').orderBy('enrolled_at', 'desc').orderBy('id', 'desc'),
    );
    const people =
      rows.length === 0
        ? []
        : await db
            .selectFrom('contacts')
            .select(['id', 'view'])
            .where(
              'id',
              'in',
              rows.map(({ view }) => view.contactId),
            )
            .where('workspace_id', '=', caller.workspaceId)
            .execute();
    const byId = new Map(
      people.map(({ id: contactId, view: { displayName, username, platform } }) => [
        contactId,
        { id: contactId, displayName, username, platform },
      ]),
    );
    const enrollments = rows.map(({ view }) => ({ ...view, contact: byId.get(view.contactId) ?? null }));
    return { body: { enrollments, pagination } };
  },
});

/** The read endpoints of sequences. */
export const sequenceReads: readonly ReadEndpoint[] = [listSequences, getSequence, listSteps, listEnrollments];
