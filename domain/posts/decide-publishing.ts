import { unreachable } from '../kernel/decider.ts';
import type { Platform } from '../platforms/platform.ts';
import { Refused } from '../kernel/refused.ts';
import { nextRetry, publishRetryDelaysMs } from './retry-delays.ts';
import { refuseUnfitAccounts, refuseUnfitMedia, refuseViolations } from './rule-violations.ts';
import type { PublishingCommand } from './commands.ts';
import {
  held,
  isApprovedAsItIs,
  isElsewhere,
  placesOfApproved,
  refuseEarly,
  refuseUnapproved,
  voided,
  voidedElsewhere,
} from './approved.ts';
import { placesOf } from './approval.ts';
import { refuseUnless, wrongStatus } from './decide-editing.ts';
import {
  DestinationFixed,
  DestinationPublished,
  DestinationResolved,
  PostPaymentPaused,
  PostPaymentResumed,
  PostPublishingStarted,
  type PostEvent,
} from './post-events.ts';
import { completion, ending } from './round.ts';
import type { DestinationState } from './destination-state.ts';
import { postAfter, type Post } from './state.ts';
import { defined } from '../kernel/defined.ts';

export const decidePublishing = (command: PublishingCommand, post: Post): readonly PostEvent[] => {
  switch (command.type) {
    case 'publish':
      return publish(command, post);
    case 'dispatch':
      if (post.status !== 'scheduled' || post.scheduledFor === null) return [];
      if (Date.parse(post.scheduledFor) > Date.parse(command.now)) return [];
      return dispatch(command, post);
    case 'retry':
      return retry(command, post);
    case 'fix':
      return fix(command, post);
    case 'resolve':
      return resolve(command, post);
    case 'pause-for-payment':
      return post.status === 'scheduled' ? [PostPaymentPaused({ reason: command.reason })] : [];
    case 'resume-after-payment':
      return post.status === 'payment_paused' ? [PostPaymentResumed({})] : [];
    default:
      return unreachable(command);
  }
};

const dispatch = (
  { gate, places, now }: Extract<PublishingCommand, { type: 'dispatch' }>,
  post: Post,
): readonly PostEvent[] => {
  const compared = post.approval?.status === 'approved' ? placesOfApproved(places) : {};
  if (isElsewhere(post, compared) || (gate?.content && !isApprovedAsItIs(post, gate))) return held(post, compared);
  return ending(
    post,
    start(
      post,
      'due',
      post.destinations.map((destination) => queueNow(destination, now)),
    ),
  );
};

type Queued = { postPlatformId: string; platform: Platform; accountId: string; dueAt: string; retry: number };

const start = (
  post: Post,
  trigger: 'due' | 'publish' | 'retry' | 'fix' | 'resolve',
  queued: Queued[],
  callbackUrl?: string,
): PostEvent =>
  PostPublishingStarted({
    trigger,
    queued,
    round: post.round + 1,
    ...defined({ callbackUrl }),
  });

const queue = (destination: DestinationState, dueAt: string, retry: number): Queued => {
  const { postPlatformId, platform, accountId } = destination;
  return { postPlatformId, platform, accountId, dueAt, retry };
};

const queueNow = (destination: DestinationState, dueAt: string): Queued =>
  queue(destination, dueAt, destination.retries);

/** The outcome is known: another send cannot duplicate it. */
const isSettled = (destination: DestinationState): boolean => destination.error?.code !== 'OUTCOME_UNKNOWN';

/** A run started during a removal would get a status that the end of the removal contradicts. */
const refuseDuringRemoval = ({ destinations }: Post, action: 'published' | 'retried' | 'fixed'): void => {
  if (destinations.some(({ removal }) => removal === 'requested'))
    throw new Refused('CONFLICT', `The post is being unpublished; it can be ${action} once that has ended`);
};

const publish = (command: Extract<PublishingCommand, { type: 'publish' }>, post: Post): readonly PostEvent[] => {
  refuseUnfitAccounts(post.destinations, command.accounts);
  refuseDuringRemoval(post, 'published');
  refuseUnless(post, ['draft', 'scheduled', 'approved', 'failed', 'partial'], 'published');
  refuseUnapproved(post, command.gate);
  refuseEarly(post, command.gate, command.now);
  const open = post.destinations.filter((destination) => destination.status !== 'published');
  const sendable = open.filter((destination) => isSettled(destination) && !destination.exhausted);
  if (sendable.length === 0) throw nothingToSend(open);
  refuseViolations(post.content, sendable);
  return [
    ...voidedElsewhere(post, placesOf(command.accounts)),
    start(
      post,
      'publish',
      sendable.map((one) => queueNow(one, command.now)),
      command.callbackUrl,
    ),
  ];
};

const retry = ({ gate, now }: Extract<PublishingCommand, { type: 'retry' }>, post: Post): readonly PostEvent[] => {
  refuseDuringRemoval(post, 'retried');
  refuseUnless(post, ['failed', 'partial'], 'retried');
  refuseUnapproved(post, gate);
  const failed = post.destinations.filter(({ status }) => status === 'failed' || status === 'skipped');
  const again = failed.flatMap((one) => {
    const next = nextRetry(publishRetryDelaysMs, one.retries, Date.parse(now));
    if (!isSettled(one) || one.exhausted || next.exhausted) return [];
    return [queue(one, new Date(next.at).toISOString(), next.retry)];
  });
  if (again.length === 0) throw nothingToSend(failed);
  return [start(post, 'retry', again)];
};

const nothingToSend = (destinations: readonly DestinationState[]): Refused => {
  if (destinations.some((destination) => !isSettled(destination))) {
    return new Refused('CONFLICT', 'It is not known yet whether it was published: resolve the destination first', {
      unknown: destinations.filter((one) => !isSettled(one)).map(({ postPlatformId }) => postPlatformId),
    });
  }
  if (destinations.length > 0) {
    return new Refused('CONFLICT', 'Every failed destination has used up its retries: fix it first', {
      exhausted: destinations.map(({ postPlatformId }) => postPlatformId),
    });
  }
  return new Refused('CONFLICT', 'No destination is left to send to');
};

export const destinationOf = (post: Post, postPlatformId: string): DestinationState => {
  const destination = post.destinations.find((one) => one.postPlatformId === postPlatformId);
  if (!destination) throw new Refused('NOT_FOUND', 'Destination not found');
  return destination;
};

const fix = (command: Extract<PublishingCommand, { type: 'fix' }>, post: Post): readonly PostEvent[] => {
  const destination = destinationOf(post, command.postPlatformId);
  refuseDuringRemoval(post, 'fixed');
  refuseUnless(post, ['failed', 'partial'], 'fixed');
  if (destination.status !== 'failed') throw new Refused('CONFLICT', 'Only a failed destination can be fixed');
  if (!isSettled(destination)) throw nothingToSend([destination]);
  const { postPlatformId, media, now } = command;
  const fixed = {
    ...post,
    destinations: post.destinations.map((one) => (one === destination ? { ...one, media } : one)),
  };
  refuseUnapproved(fixed, command.gate);
  refuseUnfitMedia(post, destination.platform, media);
  return [
    ...voided(post, fixed),
    DestinationFixed({ postPlatformId, media: [...media] }),
    start(post, 'fix', [queue(destination, now, 0)]),
  ];
};

const resolve = (command: Extract<PublishingCommand, { type: 'resolve' }>, post: Post): readonly PostEvent[] => {
  const { postPlatformId, outcome, platformPostId, platformPostUrl, now } = command;
  const destination = destinationOf(post, postPlatformId);
  if (post.status === 'publishing') throw wrongStatus(post, 'resolved');
  if (isSettled(destination)) throw new Refused('CONFLICT', 'The outcome of this destination is known');
  const resolved = DestinationResolved({
    postPlatformId,
    outcome,
    ...defined({ platformPostId, platformPostUrl }),
  });
  if (outcome === 'not_published') return [resolved];
  if (platformPostId === undefined) {
    throw new Refused('VALIDATION_ERROR', 'platformPostId is required', { field: 'platformPostId' });
  }
  const object = {
    nativeId: platformPostId,
    kind: 'post' as const,
    ...(platformPostUrl ? { url: platformPostUrl } : {}),
  };
  const published = DestinationPublished({
    postPlatformId,
    platformPostId,
    ...defined({ platformPostUrl }),
    publishedAt: now,
    objects: [...destination.objects.filter(({ nativeId }) => nativeId !== platformPostId), object],
  });
  const after = postAfter(post, [resolved, published]);
  return [resolved, published, ...completion(after, { force: true })];
};
