import { bulleted } from '../../domain/kernel/sentence.ts';
import { pausedByPlan } from '../../domain/accounts/paused-by-plan.ts';
import { isConnected } from '../../domain/content/account-eligibility.ts';
import { z } from 'zod';
import { CalendarPostCreated, type CalendarPostEvent } from '../../domain/calendar/calendar-post-events.ts';
import { calendarPostView, calendarStatuses } from '../../domain/calendar/calendar-post-view.ts';
import { calendarPost } from '../../domain/calendar/calendar-post.ts';
import { foldView, requireView } from '../../domain/kernel/decider.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { checkDestinations } from '../../domain/posts/rule-violations.ts';
import { platformFrom, type Platform } from '../../domain/platforms/platform.ts';
import { effectiveSettings } from '../../domain/workspaces/settings.ts';
import { CalendarPostReply } from '../../read-api/contract/calendar-post.ts';
import { featureGates } from '../../domain/plans/plan.ts';
import { featureGate } from '../../read-api/contract/feature-gate.ts';
import { Id, Instant } from '../../read-api/contract/fields.ts';
import { Success, success } from '../../read-api/contract/success.ts';
import { writeEndpoint, type WriteContext, type WriteEndpoint } from '../kernel/endpoint.ts';
import type { CalendarSources } from './calendar-sources.ts';
import { newContent } from '../posts/post-content.ts';
import { CreatePostRequest } from '../posts/post-request.ts';
import type { PostPorts } from '../posts/ports.ts';
import { currentWorkspace, requireManager } from '../workspaces/workspace-fields.ts';
import { handOver } from './hand-over.ts';
import { syncCalendar } from './sync-calendar.ts';

const params = z.object({ id: Id });
const Changed = z.object({ data: CalendarPostReply });
const Text = z.string().max(2000).nullable();
const Content = z.string().trim().min(1).max(10_000);
const optional = {
  personaId: z.string().max(64).nullable().optional(),
  scheduledAt: Instant.nullable().optional(),
  mediaId: z.string().max(64).nullable().optional(),
  imageUrl: z.url().max(2048).nullable().optional(),
  notes: Text.optional(),
  arc: Text.optional(),
};

const replyOf = (events: readonly Recorded<CalendarPostEvent>[]) => ({ data: requireView(calendarPostView, events) });

const PlatformName = z.string().transform((text, context): Platform => {
  const platform = platformFrom(text);
  if (platform) return platform;
  context.addIssue({ code: 'custom', message: `${text} is not a platform` });
  return z.NEVER;
});

type Planned = Readonly<{
  content: string;
  platform: Platform;
  accountId: string;
  mediaId: string | null;
  imageUrl: string | null;
  personaId: string | null;
}>;

/** Refuses what could never be published: unknown files and personas, foreign images, and too long a text. */
const refuseUnfit = async (planned: Planned, context: WriteContext, ports: PostPorts): Promise<void> => {
  const { platform, accountId, mediaId, imageUrl, personaId } = planned;
  if (imageUrl !== null && !ports.isPublicHttpsUrl(imageUrl))
    throw new Refused('VALIDATION_ERROR', 'imageUrl must be a public HTTPS URL', { field: 'imageUrl' });
  const requested = CreatePostRequest.parse({
    content: planned.content,
    accountIds: [accountId],
    ...(mediaId === null ? {} : { mediaIds: [mediaId] }),
    ...(personaId === null ? {} : { personaId }),
  });
  const content = await newContent(requested, context, ports);
  const check = checkDestinations(content, [{ postPlatformId: '', platform, accountId }]);
  const tooLong = check.platforms[platform]?.errors.find(({ code }) => code === 'CONTENT_TOO_LONG');
  if (tooLong) throw new Refused('VALIDATION_ERROR', tooLong.message, { field: 'content' });
};

const createCalendarPost = (ports: PostPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/calendar/posts',
    id: 'createCalendarPost',
    summary: 'Put a post into the calendar',
    description:
      'It is a DRAFT that publishes nothing by itself. `scheduledAt` lies in the future. The account must be of ' +
      'the platform. An unknown persona is 404; an unknown file, a text longer than the platform takes, and an `imageUrl` that is no ' +
      'public HTTPS address, are 400. Where both are given, `mediaId` is published and `imageUrl` is not. ' +
      'An account that the plan has no room for is 402 LIMIT_EXCEEDED.',
    body: z.object({
      accountId: z.string().max(64),
      content: Content,
      platform: PlatformName.meta({ override: { type: 'string' } }),
      ...optional,
    }),
    reply: Changed,
    status: 201,
    idempotent: true,
    errors: ['VALIDATION_ERROR', 'LIMIT_EXCEEDED', 'NOT_FOUND'],
    run: async ({ body }, context) => {
      const { accountId, platform, content } = body;
      const account = (await ports.directory.accounts([accountId], context)).get(accountId);
      if (!account || !isConnected(account)) throw notFound('Account');
      if (account.platform !== platform)
        throw new Refused('VALIDATION_ERROR', `The account is on ${account.platform}`, { field: 'platform' });
      if (account.paused) throw pausedByPlan(accountId);
      const calendarPostId = context.newId('calendar-post');
      const { personaId = null, scheduledAt = null, mediaId = null, imageUrl = null, notes = null, arc = null } = body;
      await refuseUnfit({ accountId, platform, content, personaId, mediaId, imageUrl }, context, ports);
      const post: Parameters<typeof CalendarPostCreated>[0] = {
        calendarPostId,
        accountId,
        platform,
        content,
        personaId,
        scheduledAt,
        mediaId,
        imageUrl,
        notes,
        arc,
        createdById: context.caller.userId ?? null,
      };
      const command = { type: 'create-calendar-post', post, now: context.now } as const;
      const { events } = await context.handle(calendarPost, calendarPostId, command, { fresh: true });
      return { status: 201, body: replyOf(events) };
    },
  });

const changeCalendarPost = (ports: PostPorts) =>
  writeEndpoint({
    method: 'PATCH',
    path: '/v1/calendar/posts/:id',
    id: 'changeCalendarPost',
    summary: 'Change a post of the calendar',
    description:
      'A change makes the post a DRAFT: what was approved was another post. `status` takes DRAFT, and the status that ' +
      'the post has; submit, approve, reject and publish set the others. A change of a submitted post takes it back: an ' +
      'approver then gets 409. A post that was handed over is 409; it is a DRAFT again when the post that it became is ' +
      'cancelled or deleted. It is checked as when it was created.',
    params,
    body: z.object({ content: Content, status: z.enum(calendarStatuses), ...optional }).partial(),
    reply: Changed,
    errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
    run: async ({ params: { id }, body: { status, ...changes } }, context) => {
      const view = foldView(calendarPostView, (await context.load(calendarPost, id))?.events ?? []);
      if (!view) throw notFound('calendar post');
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      await refuseUnfit({ ...view, ...given }, context, ports);
      const command = { type: 'change-calendar-post', changes: changes as never, status, now: context.now } as const;
      const { events } = await context.handle(calendarPost, id, command);
      return { body: replyOf(events) };
    },
  });

const submitCalendarPost = writeEndpoint({
  method: 'POST',
  path: '/v1/calendar/posts/:id/submit',
  id: 'submitCalendarPost',
  summary: 'Submit a post of the calendar for approval',
  description:
    'Mails the owner and administrators; the decision mails who submitted it. Needs the session of a person (an API key is 403 AUTHORIZATION_ERROR) and a workspace with require_approval: without it the answer ' +
    'is 403 PLAN_UPGRADE_REQUIRED with the `details` of a missing feature and `reason` approval_disabled.',
  params,
  reply: Changed,
  idempotent: true,
  gate: featureGate('calendar_approvals'),
  errors: ['PLAN_UPGRADE_REQUIRED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  run: async ({ params: { id } }, context) => {
    const { kind, userId, workspaceId, plan } = context.caller;
    if (kind !== 'session' || userId === undefined)
      throw new Refused('FORBIDDEN', 'A person submits a calendar post: use a session');
    if (!effectiveSettings((await currentWorkspace(workspaceId, context)).settings).require_approval)
      throw new Refused('PLAN_UPGRADE_REQUIRED', 'Approval is disabled in this workspace (require_approval)', {
        feature: 'calendar_approvals',
        currentPlan: plan,
        requiredPlan: featureGates.calendar_approvals.from,
        reason: 'approval_disabled',
      });
    const { events } = await context.handle(calendarPost, id, { type: 'submit-calendar-post', by: userId });
    return { body: replyOf(events) };
  },
});

/** Where the workspace separates duties, who wrote or submitted a post does not decide about it. */
const refuseWriter = async (id: string, by: string | null, context: WriteContext): Promise<void> => {
  const { settings } = await currentWorkspace(context.caller.workspaceId, context);
  if (!effectiveSettings(settings).separate_duties) return;
  const view = foldView(calendarPostView, (await context.load(calendarPost, id))?.events ?? []);
  if (view && [view.createdById, view.submittedById].includes(by))
    throw new Refused('FORBIDDEN', 'This workspace separates duties: its writers do not decide about a post', {
      reason: 'separate_duties',
    });
};

const decision = (verb: 'approve' | 'reject') =>
  writeEndpoint({
    method: 'POST',
    path: `/v1/calendar/posts/:id/${verb}`,
    id: `${verb}CalendarPost`,
    summary:
      verb === 'approve' ? 'Approve a submitted post of the calendar' : 'Reject a submitted post of the calendar',
    description:
      'For the owner and administrators, with `separate_duties` for those who neither wrote nor submitted it. An API key ' +
      'needs `canApprove`. A post that was not submitted is 409.',
    params,
    body: z.object({ notes: Text.optional() }),
    reply: Changed,
    idempotent: true,
    gate: featureGate('calendar_approvals'),
    errors: ['PLAN_UPGRADE_REQUIRED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
    run: async ({ params: { id }, body: { notes = null } }, context) => {
      await requireManager(context.caller.workspaceId, context);
      const by = context.caller.userId ?? null;
      await refuseWriter(id, by, context);
      const command = { type: 'decide-calendar-post', approved: verb === 'approve', by, notes } as const;
      const { events } = await context.handle(calendarPost, id, command);
      return { body: replyOf(events) };
    },
  });

const publishCalendarPost = (ports: PostPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/calendar/posts/:id/publish',
    id: 'publishCalendarPost',
    summary: 'Hand a post of the calendar over to be published',
    description: bulleted(
      'For the owner and administrators. Creates a post with the file or image and the persona of the calendar post. `postId` is its id. It is scheduled if `scheduledAt` is in the future, else published now.',
      [
        'The calendar post follows its post: PUBLISHING, then PUBLISHED with `platformPostId`, `platformPostUrl` and `publishedAt`, or FAILED. It is PUBLISHING again when the post is retried, UNPUBLISHED when the post is removed, and a DRAFT when the post is cancelled or deleted.',
        'If the workspace requires approval, only an APPROVED calendar post is handed over. The post has this approval, and needs no other while it does not change.',
        'If the post is held for approval later, the calendar post is PUBLISHING until the post is published or deleted.',
      ],
    ),
    params,
    reply: Changed,
    idempotent: true,
    errors: ['VALIDATION_ERROR', 'LIMIT_EXCEEDED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
    run: async ({ params: { id } }, context) => {
      await requireManager(context.caller.workspaceId, context);
      return { body: replyOf(await handOver(id, context, ports)) };
    },
  });

const deleteCalendarPost = writeEndpoint({
  method: 'DELETE',
  path: '/v1/calendar/posts/:id',
  id: 'deleteCalendarPost',
  summary: 'Take a post out of the calendar',
  description:
    'Of any status but PUBLISHING, which is 409: cancel or delete the post that `postId` names first. The post that it was ' +
    'handed over as, and what is on the platform, do not change. A sync does not bring it back.',
  params,
  reply: Success,
  errors: ['NOT_FOUND', 'CONFLICT'],
  run: async ({ params: { id } }, context) => {
    const known = (await context.load(calendarPost, id))?.state;
    if (!known || known === 'deleted') throw notFound('calendar post');
    await context.handle(calendarPost, id, { type: 'delete-calendar-post' });
    return { body: success };
  },
});

const fixDuplicatePlatforms = writeEndpoint({
  method: 'POST',
  path: '/v1/calendar/fix-duplicate-platforms',
  id: 'fixDuplicatePlatforms',
  summary: 'Remove platforms that a post of the calendar has twice',
  description:
    'A calendar post has one platform, and a post has each account once, so there is nothing to remove: the counts ' +
    'are 0, each time.',
  reply: z.object({
    data: z.object({ removed: z.int(), postPlatformRowsRemoved: z.int(), duplicatePostsRemoved: z.int() }),
  }),
  run: async () => ({ body: { data: { removed: 0, postPlatformRowsRemoved: 0, duplicatePostsRemoved: 0 } } }),
});

/** The write endpoints of the calendar. */
export const calendarEndpoints = (ports: PostPorts, sources: CalendarSources): readonly WriteEndpoint[] => [
  createCalendarPost(ports),
  changeCalendarPost(ports),
  submitCalendarPost,
  decision('approve'),
  decision('reject'),
  publishCalendarPost(ports),
  deleteCalendarPost,
  syncCalendar(sources),
  fixDuplicatePlatforms,
];
