import { bulleted } from '../../domain/kernel/sentence.ts';
import { pausedByPlan } from '../../domain/accounts/paused-by-plan.ts';
import { z } from 'zod';
import { account } from '../../domain/accounts/account.ts';
import { automationPlaces } from '../../domain/comment-automations/automation-places.ts';
import { KeywordMatch, keywordMatches } from '../../domain/comment-automations/automation-events.ts';
import type { AutomationActions, AutomationEvent } from '../../domain/comment-automations/automation-events.ts';
import { automationView } from '../../domain/comment-automations/automation-view.ts';
import { commentAutomation } from '../../domain/comment-automations/automation.ts';
import { requireView } from '../../domain/kernel/decider.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { post } from '../../domain/posts/post.ts';
import { sequence } from '../../domain/sequences/sequence.ts';
import { AutomationReply, presentAutomation, requireAutomations } from '../../read-api/contract/comment-automation.ts';
import { Id, NameOf } from '../../read-api/contract/fields.ts';
import { requireSequences } from '../../read-api/contract/sequence.ts';
import { Success, success } from '../../read-api/contract/success.ts';
import { Tags } from '../../domain/contacts/contact-fields.ts';
import { claim, isPastGrace } from '../kernel/claim.ts';
import { writeEndpoint, type WriteContext, type WriteEndpoint } from '../kernel/endpoint.ts';
import type { AutomationPorts } from './ports.ts';
import { dryRun } from './dry-run.ts';

const params = z.object({ id: Id });
const Name = NameOf(255);
const Text = (most: number) => z.string().trim().min(1).max(most).nullable();
const Keyword = z.string().trim().min(1).max(100);
const Keywords = z
  .array(Keyword)
  .min(1)
  .max(50)
  .transform((keywords) => [...new Set(keywords)]);
const Match = z
  .string()
  .transform((text) => text.toUpperCase())
  .pipe(KeywordMatch)
  .meta({ override: { type: 'string', description: `${keywordMatches.join(', ')}, in any casing` } });
const Actions = z
  .object({
    reply: Text(10_000).default(null),
    directMessage: Text(2_000).default(null),
    tags: Tags.default([]),
    sequenceId: Id.nullable().default(null),
  })
  .meta({ id: 'RequestedAutomationActions' });

const body = {
  name: Name,
  accountId: Id.nullable(),
  postId: Id.nullable(),
  keywords: Keywords,
  match: Match,
  actions: Actions,
  isActive: z.boolean(),
};

const Changed = AutomationReply.extend({
  automation: AutomationReply.meta({ description: 'The same fields' }),
}).meta({ id: 'ChangedCommentAutomation' });

const changed = (events: readonly Recorded<AutomationEvent>[]) => {
  const view = presentAutomation(requireView(automationView, events));
  return { ...view, automation: view };
};

const refuse = (field: string, what: string): Refused =>
  new Refused('VALIDATION_ERROR', `${field}: not ${what} of this workspace`, { field });

type Named = Readonly<{
  accountId?: string | null | undefined;
  postId?: string | null | undefined;
  actions?: AutomationActions | undefined;
}>;

/** Refuses what a rule names and the workspace does not have. */
const requireNamed = async ({ accountId, postId, actions }: Named, context: WriteContext): Promise<void> => {
  if (accountId) {
    const state = (await context.load(account, accountId))?.state;
    if (state === undefined || state.status === 'disconnected') throw refuse('accountId', 'a connected account');
    if (state.paused) throw pausedByPlan(accountId);
  }
  if (postId && !(await context.load(post, postId))) throw refuse('postId', 'a post');
  const sequenceId = actions?.sequenceId ?? null;
  if (sequenceId === null) return;
  requireSequences(context.caller);
  const state = (await context.load(sequence, sequenceId))?.state;
  if (typeof state !== 'object' || state.status === 'ARCHIVED')
    throw refuse('actions.sequenceId', 'a sequence that takes enrollments');
};

const claimPlace = (automationId: string, context: WriteContext): Promise<void> =>
  claim(
    automationPlaces,
    {
      id: context.caller.workspaceId,
      holder: automationId,
      terms: {},
      step: 'take-place',
      isValid: async (holder) => {
        const state = (await context.load(commentAutomation, holder))?.state;
        return state === undefined ? !isPastGrace(holder) : state.kind === 'existing';
      },
    },
    context,
  );

const createAutomation = writeEndpoint({
  method: 'POST',
  path: '/v1/comment-automations',
  id: 'createCommentAutomation',
  summary: 'Create a rule that acts on comments with keywords',
  description: bulleted(
    'Creates a rule. A comment matches if it is on `accountId` and `postId` (each null for all), and its text has one of the `keywords` in any casing. Then `actions` are carried out in this order: a `directMessage`, a public `reply`, `tags` for the contact of the author, an enrollment in `sequenceId`. At least one is needed.',
    [
      'A keyword matches as a WORD of its own (by default), anywhere with CONTAINS, or as the whole text with EXACT. The first 2,000 characters of a text count.',
      'A rule acts once for a person, on their first matching comment. Only comments written while the rule is on count.',
      'Comments of accounts of the workspace never match, so automations do not answer themselves or one another. A comment that was answered is not answered again.',
      'A suppressed contact is only tagged.',
      'The direct message is the private reply to the comment, on FACEBOOK and INSTAGRAM: one for each comment, within 7 days of it, without an open window (POST /v1/inbox/comments/:id/private-reply). If the comment had its private reply, the contact gets an ordinary message while the window is open.',
      'With both, the `reply` is sent after the message, and only if the message was sent. So a rule promises nothing in public that does not come.',
      '`sequenceId` needs a plan with sequences. After a downgrade below the plan no rule acts. Rules act again when the plan has them.',
      '402 LIMIT_EXCEEDED: the plan has no room for the account. An existing rule on such an account sends nothing (ACCOUNT_PAUSED).',
      'A workspace has at most 100 automations. The answer has the fields both at its top and under `automation`.',
    ],
  ),
  body: z.object({
    ...body,
    accountId: body.accountId.default(null),
    postId: body.postId.default(null),
    match: body.match.default('WORD'),
    isActive: body.isActive.default(true),
  }),
  reply: Changed,
  status: 201,
  errors: ['VALIDATION_ERROR', 'LIMIT_EXCEEDED', 'PLAN_UPGRADE_REQUIRED'],
  gate: requireAutomations,
  async run({ body: { isActive, ...content } }, context) {
    await requireNamed(content, context);
    const automationId = context.newId('comment-automation');
    const { now } = context;
    const command = { type: 'create-automation', automationId, content, isActive, now } as const;
    await context.preview(commentAutomation, automationId, command, { fresh: true });
    await claimPlace(automationId, context);
    const { events } = await context.handle(commentAutomation, automationId, command, { step: 'create', fresh: true });
    return { status: 201, body: changed(events) };
  },
});

const changeAutomation = writeEndpoint({
  method: 'PATCH',
  path: '/v1/comment-automations/:id',
  id: 'changeCommentAutomation',
  summary: 'Change a comment automation, or switch it on or off',
  description:
    'A field that is left out does not change; `keywords` and `actions` replace all of them. A change counts for comments that ' +
    'come afterwards. A rule that was switched on again still acts once for a person in all.',
  params,
  body: z.object(body).partial(),
  reply: Changed,
  errors: ['VALIDATION_ERROR', 'LIMIT_EXCEEDED', 'PLAN_UPGRADE_REQUIRED', 'NOT_FOUND'],
  gate: requireAutomations,
  async run({ params: { id }, body: { isActive, ...changes } }, context) {
    const known = (await context.load(commentAutomation, id))?.state;
    if (known?.kind !== 'existing') throw notFound('comment automation');
    await requireNamed(changes, context);
    const command = { type: 'change-automation', changes, isActive, now: context.now } as const;
    const { events } = await context.handle(commentAutomation, id, command);
    return { body: changed(events) };
  },
});

const deleteAutomation = writeEndpoint({
  method: 'DELETE',
  path: '/v1/comment-automations/:id',
  id: 'deleteCommentAutomation',
  summary: 'Delete a comment automation',
  description: 'What it has begun for a person is finished.',
  params,
  reply: Success,
  errors: ['PLAN_UPGRADE_REQUIRED', 'NOT_FOUND'],
  gate: requireAutomations,
  async run({ params: { id } }, context) {
    const known = (await context.load(commentAutomation, id))?.state;
    if (known?.kind !== 'existing') throw notFound('comment automation');
    await context.handle(commentAutomation, id, { type: 'delete-automation' }, { step: 'delete' });
    const release = { type: 'release', holder: id } as const;
    await context.handle(automationPlaces, context.caller.workspaceId, release, { step: 'free-place' });
    return { body: success };
  },
});

/** The write endpoints of comment automations. */
export const automationEndpoints = (ports: AutomationPorts): readonly WriteEndpoint[] => [
  createAutomation,
  changeAutomation,
  deleteAutomation,
  dryRun(ports),
];
