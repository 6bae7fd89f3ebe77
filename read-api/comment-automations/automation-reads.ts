import { z } from 'zod';
import { notFound } from '../../domain/kernel/refused.ts';
import { streamOf } from '../../domain/streams.ts';
import {
  AutomationReply,
  presentAutomation,
  presentRun,
  requireAutomations,
  RunReply,
} from '../contract/comment-automation.ts';
import { Id } from '../contract/fields.ts';
import { readEndpoint, type ReadContext, type ReadEndpoint } from '../kernel/endpoint.ts';
import { numberedQuery, Pagination } from '../kernel/page.ts';
import { numberedRows } from '../kernel/numbered-rows.ts';

const params = z.object({ id: Id });

const automationOf = async (id: string, { db, caller: { workspaceId } }: ReadContext) => {
  const row = await db
    .selectFrom('comment_automations')
    .select('view')
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  if (!row) throw notFound('comment automation');
  return row.view;
};

const listAutomations = readEndpoint({
  method: 'GET',
  path: '/v1/comment-automations',
  id: 'listCommentAutomations',
  summary: 'The comment automations of the workspace, the newest first',
  description: 'The list holds those in use and those switched off.',
  query: z.object(numberedQuery),
  reply: z.object({ automations: z.array(AutomationReply), pagination: Pagination }),
  errors: ['PLAN_UPGRADE_REQUIRED'],
  gate: requireAutomations,
  reads: ['comment_automations'],
  async run({ query }, { caller, db }) {
    const wanted = db.selectFrom('comment_automations').where('workspace_id', '=', caller.workspaceId);
    const { rows, pagination } = await numberedRows(wanted, query, (all) =>
      all.select('view').orderBy('created_at', 'desc').orderBy('id', 'desc'),
    );
    const automations = rows.map(({ view }) => presentAutomation(view));
    return { body: { automations, pagination } };
  },
});

const getAutomation = readEndpoint({
  method: 'GET',
  path: '/v1/comment-automations/:id',
  id: 'getCommentAutomation',
  summary: 'One comment automation',
  description: 'Its runs are at GET /v1/comment-automations/{id}/runs.',
  params,
  reply: z.object({ automation: AutomationReply }),
  errors: ['PLAN_UPGRADE_REQUIRED', 'NOT_FOUND'],
  gate: requireAutomations,
  reads: ['comment_automations'],
  past: { origins: ({ id }) => ({ streams: [streamOf('commentAutomation', id)] }) },
  run: async ({ params: { id } }, context) => ({
    body: { automation: presentAutomation(await automationOf(id, context)) },
  }),
});

const listRuns = readEndpoint({
  method: 'GET',
  path: '/v1/comment-automations/:id/runs',
  id: 'listCommentAutomationRuns',
  summary: 'What a comment automation did, the newest first: one run a person',
  description:
    'A step is PENDING until it has ended: DONE, SKIPPED or FAILED, with the reason in `code`. A skipped step: ' +
    'CONTACT_SUPPRESSED, CONTACT_DELETED, COMMENT_DELETED, AUTHOR_UNKNOWN (the platform does not name the author, who ' +
    'gets the public reply alone), ALREADY_REPLIED (a person or another automation answered the comment), ALREADY_ENROLLED, SEQUENCE_ARCHIVED, PLAN_UPGRADE_REQUIRED (the plan was lowered since), or ' +
    'why the contact may not be messaged (PRIVATE_REPLY_USED, PRIVATE_REPLY_EXPIRED, WINDOW_CLOSED, PLATFORM_NOT_SUPPORTED). ' +
    'The public reply is skipped with DIRECT_MESSAGE_NOT_SENT where the direct message was not sent. ' +
    "A failed step: the platform's refusal, or OUTCOME_UNKNOWN.",
  params,
  query: z.object(numberedQuery),
  reply: z.object({ runs: z.array(RunReply), pagination: Pagination }),
  errors: ['PLAN_UPGRADE_REQUIRED', 'NOT_FOUND'],
  gate: requireAutomations,
  reads: ['comment_automations', 'comment_automation_runs'],
  async run({ params: { id }, query }, context) {
    await automationOf(id, context);
    const wanted = context.db.selectFrom('comment_automation_runs').where('automation_id', '=', id);
    const { rows, pagination } = await numberedRows(wanted, query, (all) =>
      all.select('view').orderBy('started_at', 'desc').orderBy('id', 'desc'),
    );
    const runs = rows.map(({ view }) => presentRun(view));
    return { body: { runs, pagination } };
  },
});

/** The read endpoints of comment automations. */
export const automationReads: readonly ReadEndpoint[] = [listAutomations, getAutomation, listRuns];
