import type { CalendarPostEvent } from '../../domain/calendar/calendar-post-events.ts';
import { calendarPostView } from '../../domain/calendar/calendar-post-view.ts';
import { calendarPost } from '../../domain/calendar/calendar-post.ts';
import { foldView } from '../../domain/kernel/decider.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { post } from '../../domain/posts/post.ts';
import type { WriteContext } from '../kernel/endpoint.ts';
import { approvalGate } from '../posts/approval-rules.ts';
import { createRequested } from '../posts/create-post.ts';
import { CreatePostRequest } from '../posts/post-request.ts';
import type { PostPorts } from '../posts/ports.ts';

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
  const gate = await approvalGate(context);
  const name = `calendar/${id}/`;
  const postId = context.newId(`${name}post`);
  const command = {
    ...{ calendarPostId: id, postId, needsApproval: gate?.content === true },
    type: 'hand-over-calendar-post',
  } as const;
  const step = { step: 'hand-over' };
  await context.preview(calendarPost, id, command, step);
  const { scheduledAt } = view;
  const isLater = scheduledAt !== null && Date.parse(scheduledAt) > Date.parse(context.now);
  const requested = CreatePostRequest.parse({
    ...{ content: view.content, accountIds: [view.accountId], saveAsDraft: gate !== undefined || !isLater },
    ...(view.mediaId === null ? {} : { mediaIds: [view.mediaId] }),
    ...(isLater ? { scheduledFor: scheduledAt } : {}),
  });
  await createRequested(requested, context, ports, { name, calendarPostId: id });
  const publishes = !gate && !isLater;
  const accounts = publishes ? await ports.directory.accounts([view.accountId], context) : new Map();
  const publish = { type: 'publish', accounts, now: context.now } as const;
  const events = await dropIfRefused(postId, context, async () => {
    if (publishes) await context.preview(post, postId, publish, { step: 'publish' });
    return (await context.handle(calendarPost, id, command, step)).events;
  });
  if (publishes) await context.handle(post, postId, publish, { step: 'publish' });
  return events;
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
