import { unreachable } from '../kernel/decider.ts';
import { Refused } from '../kernel/refused.ts';
import { isExhausted, nextRetry, publishRetryDelaysMs } from './retry-delays.ts';
import type { CommentCommand, SendingCommand, SendTry } from './commands.ts';
import { destinationOf } from './decide-publishing.ts';
import {
  DestinationDeferred,
  DestinationFailed,
  DestinationLookFailed,
  DestinationPublished,
  DestinationRetryScheduled,
  DestinationSendFailed,
  DestinationSendOutcomeUnknown,
  DestinationSendStarted,
  DestinationSendSucceeded,
  DestinationSkipped,
  DestinationStepCompleted,
  DestinationStepForgotten,
  FirstCommentDue,
  FirstCommentFailed,
  FirstCommentPublished,
  type PostEvent,
} from './post-events.ts';
import { ending } from './round.ts';
import { firstCommentSend, isInDoubt, isOpen, type DestinationState, type Send } from './destination-state.ts';
import type { Post } from './state.ts';
import { defined } from '../kernel/defined.ts';

/**
 * The same for every attempt of one intent: a fix makes a new one. Printable ASCII, at most 64
 * characters.
 */
export const intentKey = ({ postPlatformId, generation }: DestinationState): string =>
  `${postPlatformId}-${generation}`;

export const decideSending = (command: SendingCommand | CommentCommand, post: Post): readonly PostEvent[] => {
  const destination = destinationOf(post, command.postPlatformId);
  const { postPlatformId } = command;
  switch (command.type) {
    case 'skip':
      if (!destination.running || isInDoubt(destination)) return [];
      return ending(post, DestinationSkipped({ postPlatformId, skipReason: command.skipReason }));
    case 'defer':
      if (!destination.running || destination.dueAt === command.until) return [];
      return [DestinationDeferred({ postPlatformId, until: command.until, reason: command.reason })];
    case 'complete-step':
      // The first result counts: a send may have used it, and reconciliation looks the send up by
      // it.
      if (Object.hasOwn(destination.steps, command.step)) return [];
      return [DestinationStepCompleted({ postPlatformId, step: command.step, result: command.result })];
    case 'forget-step':
      return command.step in destination.steps
        ? [DestinationStepForgotten({ postPlatformId, step: command.step })]
        : [];
    case 'start-send':
      return startSend(command, post, destination);
    case 'send-succeeded': {
      if (!isOpen(sendOf(command, destination))) return [];
      const { send, object, foundByLook } = command;
      return [DestinationSendSucceeded({ postPlatformId, send, object, foundByLook })];
    }
    case 'send-failed': {
      if (!isOpen(sendOf(command, destination))) return [];
      const { send, error, foundByLook } = command;
      return [DestinationSendFailed({ postPlatformId, send, error, foundByLook })];
    }
    case 'send-unknown': {
      if (sendOf(command, destination)?.status !== 'open') return [];
      const { send, cause, message, lookAt } = command;
      return [DestinationSendOutcomeUnknown({ postPlatformId, send, cause, message, lookAt })];
    }
    case 'look-failed':
      return reconcileFailed(command, destination);
    case 'settle-published':
      return destination.running ? settlePublished(command, post, destination) : [];
    case 'settle-failed':
      if (!destination.running || destination.retries !== command.retries) return [];
      if (command.kind !== 'unknown' && isInDoubt(destination)) return [];
      return settleFailed(command, post, destination);
    case 'comment-published':
      if (destination.comment !== 'due') return [];
      return [FirstCommentPublished({ postPlatformId, object: command.object })];
    case 'postpone-comment':
      if (destination.comment !== 'due' || destination.commentDueAt === command.dueAt) return [];
      return [FirstCommentDue({ postPlatformId, platform: destination.platform, dueAt: command.dueAt })];
    case 'comment-failed':
      return destination.comment === 'due' ? [FirstCommentFailed({ postPlatformId, error: command.error })] : [];
    default:
      return unreachable(command);
  }
};

/** The send of an outcome, unless another attempt has replaced it. */
const sendOf = (
  { send, of }: Readonly<{ send: string; of?: SendTry }>,
  { sends }: DestinationState,
): Send | undefined => {
  const known = sends[send];
  return of && (known?.key !== of.key || known.attempt !== of.attempt) ? undefined : known;
};

/**
 * The intent that precedes every send. An open one forbids another: only reconciling can find its
 * outcome.
 */
const startSend = (
  { send, seen }: Extract<SendingCommand, { type: 'start-send' }>,
  { round }: Post,
  destination: DestinationState,
): readonly PostEvent[] => {
  const known = destination.sends[send];
  if (isOpen(known)) throw new Refused('CONFLICT', `The outcome of ${send} is not known yet`);
  if (known?.status === 'done') throw new Refused('CONFLICT', `${send} was sent`);
  const wanted = send === firstCommentSend ? destination.comment === 'due' : destination.running;
  if (!wanted) throw new Refused('CONFLICT', `${send} must not be sent`);
  const attempt = (known?.attempt ?? 0) + 1;
  const isAsSeen = seen?.round === round && seen.generation === destination.generation && seen.attempt === attempt;
  if (seen && !isAsSeen) throw new Refused('CONFLICT', `${send} has changed since it was prepared`);
  return [
    DestinationSendStarted({
      postPlatformId: destination.postPlatformId,
      send,
      key: `${intentKey(destination)}-${send}`,
      attempt,
    }),
  ];
};

const reconcileFailed = (
  command: Extract<SendingCommand, { type: 'look-failed' }>,
  destination: DestinationState,
): readonly PostEvent[] => {
  const { send, message, lookAt, postPlatformId } = command;
  const known = sendOf(command, destination);
  if (known?.status !== 'unknown' || known.lookAt === lookAt) return [];
  return [DestinationLookFailed({ postPlatformId, send, looks: known.looks + 1, message, lookAt })];
};

const settlePublished = (
  command: Extract<SendingCommand, { type: 'settle-published' }>,
  post: Post,
  destination: DestinationState,
): readonly PostEvent[] => {
  const { postPlatformId, objects, now, commentPossible } = command;
  const [root] = objects;
  if (!root) throw new Error('a published destination has at least one object');
  const published = DestinationPublished({
    postPlatformId,
    platformPostId: root.nativeId,
    ...defined({ platformPostUrl: root.url }),
    publishedAt: now,
    objects: [...objects],
  });
  const wantsComment = commentPossible && post.content.firstComment !== null && destination.comment === 'none';
  if (!wantsComment) return ending(post, published);
  const dueAt = new Date(Date.parse(now) + post.content.firstCommentDelay * 1000).toISOString();
  return ending(post, published, FirstCommentDue({ postPlatformId, platform: destination.platform, dueAt }));
};

/**
 * A refusal ends it. A failure that stored nothing is retried after the retry delays, three times
 * in all.
 */
const settleFailed = (
  command: Extract<SendingCommand, { type: 'settle-failed' }>,
  post: Post,
  destination: DestinationState,
): readonly PostEvent[] => {
  const { postPlatformId, kind, error, now, retryAfterSeconds } = command;
  if (kind === 'not_stored') {
    const next = nextRetry(publishRetryDelaysMs, destination.retries, Date.parse(now), retryAfterSeconds);
    if (!next.exhausted) {
      const dueAt = new Date(next.at).toISOString();
      return [DestinationRetryScheduled({ postPlatformId, retry: next.retry, dueAt, error })];
    }
  }
  const exhausted = isExhausted(publishRetryDelaysMs, destination.retries);
  return ending(post, DestinationFailed({ postPlatformId, error, exhausted }));
};
