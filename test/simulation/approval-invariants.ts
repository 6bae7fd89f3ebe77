import type { SandboxObject } from '@social-publishing/platform-sandbox';
import { foldState } from '../../domain/kernel/decider.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { subjectOf } from '../../domain/posts/approval.ts';
import { allows, type Plan } from '../../domain/plans/plan.ts';
import type { PostEvent } from '../../domain/posts/post-events.ts';
import { post } from '../../domain/posts/post.ts';
import { renderPost } from '../../domain/posts/render.ts';
import type { Post } from '../../domain/posts/state.ts';
import type { WorkspaceEvent } from '../../domain/workspaces/workspace-events.ts';
import { effectiveSettings } from '../../domain/workspaces/settings.ts';
import type { Approvals, Review } from './approvals.ts';
import type { Sent } from './outgoing.ts';
import { commentedIn, writtenIn } from './texts.ts';
import type { World } from './world.ts';

/** A service may be frozen between its look at what the workspace demands and what it then records. */
const frozenMs = 120_000;

/** Which post in which revision a text belongs to. */
const nameOf = (text: string): string | undefined => {
  const found = writtenIn(text) ?? commentedIn(text);
  return found && `p${found.post}, revision ${found.revision}`;
};

const textOf = (sent: Sent): string => ('comment' in sent ? sent.comment : sent.rendered.text);

const postOf = (events: readonly PostEvent[]): Post | undefined => {
  const state = foldState(post, events);
  return state.kind === 'existing' ? state : undefined;
};

/**
 * What must hold where posts need an approval: what was sent of a post is exactly what was approved
 * last, to the accounts that were approved; nothing is sent before. A decision counts for what its
 * reviewer saw, and only a member decides.
 */
export const approvalViolations = (
  { log: { log }, accounts }: World,
  { outgoing: { sent }, reviews, requiredSince }: Approvals,
  made: (accountId: string) => readonly SandboxObject[],
): string[] => {
  const timeCounts = isTimeApproved(log);
  const ofSent = sent.flatMap((one) => {
    const { post: number } = writtenIn(textOf(one)) ?? commentedIn(textOf(one)) ?? { post: 0 };
    const events = eventsOf(log.slice(0, one.logged), `post-p${number}`);
    if (beganBefore(events, requiredSince + frozenMs) || beganBelowPlan(log, events)) return [];
    return unapproved(one, events, timeCounts).map((words) => `p${number}: ${words}`);
  });
  const unseen = accounts.all.flatMap(({ id }) =>
    made(id).flatMap(({ text }) => {
      const name = nameOf(text);
      if (name === undefined) return [];
      const left = sent.some((one) => one.accountId === id && nameOf(textOf(one)) === name);
      return left ? [] : [`${id} shows ${name}, which did not leave through its publisher`];
    }),
  );
  return [...ofSent, ...unseen, ...decided(log, reviews)];
};

const eventsOf = (log: readonly Recorded[], stream: string): readonly Recorded<PostEvent>[] =>
  log.filter((event) => event.stream === stream) as unknown as Recorded<PostEvent>[];

/** Whether the post began to be published before a time: what follows of that needs no approval. */
const beganBefore = (events: readonly Recorded<PostEvent>[], time: number): boolean => {
  const began = events.findLast(({ type }) => type === 'PostPublishingStarted');
  return time > frozenMs && began !== undefined && Date.parse(began.meta.occurredAt) <= time;
};

/** Whether the plan had no approvals when the post began to be published, or shortly before: then none are needed. */
const beganBelowPlan = (log: readonly Recorded[], events: readonly Recorded<PostEvent>[]): boolean => {
  const began = events.findLast(({ type }) => type === 'PostPublishingStarted');
  if (!began) return false;
  const plans = (log as readonly Recorded<WorkspaceEvent>[]).filter(
    (event) =>
      (event.type === 'WorkspacePlanChanged' || event.type === 'WorkspaceCreated') &&
      event.position.commit < began.position.commit,
  );
  const since = Date.parse(began.meta.occurredAt) - frozenMs;
  return plans.some((event, index) => {
    const next = plans[index + 1];
    const plan = (event.data as Readonly<{ plan: Plan }>).plan;
    return !allows(plan, 'approvals') && (next === undefined || Date.parse(next.meta.occurredAt) >= since);
  });
};

/** Whether the workspace wants the times of its posts approved too. */
const isTimeApproved = (log: readonly Readonly<{ type: string; data: unknown }>[]): boolean => {
  const changed = log.findLast(({ type }) => type === 'WorkspaceSettingsChanged');
  const { settings = {} } = (changed?.data ?? {}) as { settings?: Parameters<typeof effectiveSettings>[0] };
  return effectiveSettings(settings).approve_schedule === true;
};

/** `events`: those of the post when it left. */
const unapproved = (sent: Sent, events: readonly Recorded<PostEvent>[], timeCounts: boolean): string[] => {
  const { accountId, at } = sent;
  const text = textOf(sent);
  const approvedAt = events.findLastIndex(({ type }) => type === 'PostApproved');
  const approved = approvedAt < 0 ? undefined : postOf(events.slice(0, approvedAt + 1));
  if (!approved) return [`${accountId} was sent «${text}», and nothing was approved`];
  const found: string[] = [];
  if (events.slice(approvedAt).some(({ type }) => type === 'PostApprovalVoided'))
    found.push(`${accountId} was sent «${text}» though its approval was voided`);
  const { content, destinations, scheduledFor } = approved;
  if (timeCounts && scheduledFor !== null && at < Date.parse(scheduledFor))
    found.push(`${accountId} was sent «${text}» before the approved time ${scheduledFor}`);
  const destination = destinations.find((each) => each.accountId === accountId);
  if (!destination) return [...found, `${accountId} was sent «${text}» and was not approved as a destination`];
  const [view, wanted] =
    'comment' in sent
      ? ([sent.comment, content.firstComment] as const)
      : ([
          partsOf(sent.rendered, ({ mediaId }) => mediaId),
          partsOf(renderPost(content, destination.platform, destination.media), ({ id }) => id),
        ] as const);
  if (view !== wanted) found.push(`${accountId} was sent ${view}, approved was ${wanted}`);
  return found;
};

type Parts<Media> = Readonly<{ text: string; media: readonly Media[] }>;

/** The texts and media of a post and of the items of its thread. */
const partsOf = <Media>(
  { text, media, thread }: Parts<Media> & Readonly<{ thread: readonly Parts<Media>[] }>,
  idOf: (media: Media) => string,
): string =>
  JSON.stringify([{ text, media }, ...thread].map((item) => [item.text, ...item.media.map((each) => idOf(each))]));

/** Each decision is about what its reviewer saw, who was a member when they asked. */
const decided = (log: readonly Recorded[], reviews: ReadonlyMap<string, Review>): string[] =>
  log.flatMap(({ type, stream, revision, meta }) => {
    if (type !== 'PostStepApproved' && type !== 'PostStepRejected') return [];
    const review = reviews.get(meta.$causationId);
    if (!review) return [`${type} of ${stream} has no reviewer`];
    const { by, isMember, seen } = review;
    const state = postOf(eventsOf(log, stream).slice(0, revision));
    return [
      ...(isMember ? [] : [`${type} of ${stream}: ${by} had left`]),
      ...(state && subjectOf(state) === seen ? [] : [`${type} of ${stream}: ${by} saw another post`]),
    ];
  });
