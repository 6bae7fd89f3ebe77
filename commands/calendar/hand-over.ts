import type { CalendarPostEvent } from '../../domain/calendar/calendar-post-events.ts';
import { calendarPostView, type CalendarPostView } from '../../domain/calendar/calendar-post-view.ts';
import { calendarPost } from '../../domain/calendar/calendar-post.ts';
import { foldView } from '../../domain/kernel/decider.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { media } from '../../domain/media/media.ts';
import type { Accounts } from '../../domain/posts/commands.ts';
import { post } from '../../domain/posts/post.ts';
import { digest } from '../approvals/approval-gate.ts';
import type { WriteContext } from '../kernel/endpoint.ts';
import { approvalGate } from '../posts/workspace-rules.ts';
import { createRequested } from '../posts/create-post.ts';
import { CreatePostRequest } from '../posts/post-request.ts';
import type { PostPorts } from '../posts/ports.ts';
import { loadPost } from '../posts/present.ts';
import { claimSchedule } from '../posts/schedule-claims.ts';

/**
 * Creates a post from a calendar post and starts it. The ids derive from the request, so a resend continues where it
 * stopped. The hand-over is recorded before the post can be published: its outcome finds the calendar post.
 */
export const handOver = async (
  id: string,
  context: WriteContext,
  ports: PostPorts,
): Promise<readonly Recorded<CalendarPostEvent>[]> => {
  const loaded = await context.load(calendarPost, id);
  const view = loaded && foldView(calendarPostView, loaded.events);
  if (!view) throw notFound('calendar post');
  const { scheduledAt } = view;
  const isLater = scheduledAt !== null && Date.parse(scheduledAt) > Date.parse(context.now);
  const gate = await approvalGate(context);
  const needsApproval = gate !== undefined && (gate.content || (gate.schedule && isLater));
  const name = `calendar/${id}/`;
  const postId = context.newId(`${name}post`);
  const command = { calendarPostId: id, postId, needsApproval, type: 'hand-over-calendar-post' } as const;
  const step = { step: 'hand-over' };
  await context.preview(calendarPost, id, command, step);
  const mediaIds = await filesOf(view, name, context, ports);
  const requested = CreatePostRequest.parse({
    content: view.content,
    accountIds: [view.accountId],
    saveAsDraft: needsApproval || !isLater,
    mediaIds,
    ...(view.personaId === null ? {} : { personaId: view.personaId }),
    ...(isLater ? { scheduledFor: scheduledAt } : {}),
  });
  await createRequested(requested, context, ports, { name, calendarPostId: id });
  const accounts = await ports.directory.accounts([view.accountId], context);
  const publish = { type: 'publish', accounts, now: context.now } as const;
  const events = await dropIfRefused(postId, context, async () => {
    if (needsApproval) await approveAsInCalendar({ postId, view, accounts }, context, ports);
    if (!isLater) await context.preview(post, postId, publish, { step: 'publish' });
    return (await context.handle(calendarPost, id, command, step)).events;
  });
  if (!isLater) await context.handle(post, postId, publish, { step: 'publish' });
  return events;
};

/** The file of a calendar post, or its image, which is registered as a file of the workspace. */
const filesOf = async (
  { mediaId, imageUrl, createdById }: CalendarPostView,
  name: string,
  context: WriteContext,
  { directory }: PostPorts,
): Promise<readonly string[]> => {
  if (mediaId !== null) return [mediaId];
  if (imageUrl === null) return [];
  const id = context.newId(`${name}image`);
  const { filename, contentType } = await directory.mediaAt(imageUrl, id, context.caller.mode);
  const file = { mediaId: id, url: imageUrl, filename, contentType, altText: undefined, createdById };
  await context.handle(media, id, { type: 'register', ...file }, { fresh: true, step: 'register-image' });
  return [id];
};

/** The approval that the calendar post has got becomes that of its post, which is the very thing that was approved. */
const approveAsInCalendar = async (
  { postId, view, accounts }: Readonly<{ postId: string; view: CalendarPostView; accounts: Accounts }>,
  context: WriteContext,
  ports: PostPorts,
): Promise<void> => {
  const { submittedById, decidedById, decisionNotes: comment } = view;
  const by = decidedById ?? submittedById ?? 'unknown';
  const steps = [{ order: 1, role: 'Calendar', approverIds: [by], required: true }];
  const workflow = { workflowId: 'calendar', name: 'Approval of the calendar', version: 1, steps };
  const common = { accounts, digest, now: context.now };
  await context.handle(
    post,
    postId,
    { type: 'start-approval', workflow, startedById: submittedById, ...common },
    { step: 'start-approval' },
  );
  // The decision was made when it was made: the person may have left since.
  const members = { [by]: 'ADMIN' } as const;
  const approve = { type: 'approve-step', by, comment, members, ...common } as const;
  const { state: before } = await loadPost(postId, context);
  const preview = await context.preview(post, postId, approve, { step: 'approve' });
  await claimSchedule({ postId, before, planned: preview.state, queued: false }, context, ports);
  await context.handle(post, postId, approve, { step: 'approve', preview });
};

/** Leaves no draft of what cannot be published, or was handed over by another request meanwhile. */
const dropIfRefused = async <T>(postId: string, context: WriteContext, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused)
      await context.handle(post, postId, { type: 'delete', now: context.now }, { step: 'drop' });
    throw error;
  }
};
