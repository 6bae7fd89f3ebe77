import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { Platform } from '../platforms/platform.ts';
import { postApprovalEvents } from './approval-events.ts';
import {
  Destination,
  DestinationError,
  NativeObjectValue,
  PostContent,
  PostMedia,
  RemovalValue,
  SkipReason,
} from './values.ts';

const instant = z.iso.datetime();
const onDestination = { postPlatformId: z.string() };
/** One call that makes an object appear: `post`, `item-2` …, `first-comment`. */
const onSend = { ...onDestination, send: z.string() };

export const PostCreated = defineEvent(
  'PostCreated',
  PostContent.extend({
    postId: z.string(),
    destinations: z.array(Destination),
    scheduledFor: instant.nullable(),
    createdById: z.string().nullable(),
    /** The calendar post that was handed over as this post. */
    calendarPostId: z.string().optional(),
  }),
  { description: 'The post was created.' },
);

export const PostScheduled = defineEvent('PostScheduled', z.object({ scheduledFor: instant }), {
  description: 'The post was scheduled.',
});

export const PostUnscheduled = defineEvent('PostUnscheduled', z.object({}), {
  description: 'The schedule was removed; the post is a draft again.',
});

export const PostEdited = defineEvent(
  'PostEdited',
  z.object({
    /** Only changed fields, each with its new value. */
    changes: PostContent.partial(),
    /** The new list of all destinations, where they changed. */
    destinations: z.array(Destination).optional(),
  }),
  { description: 'The post was edited.' },
);

export const PostCancelled = defineEvent('PostCancelled', z.object({}), { description: 'The post was cancelled.' });
export const PostDeleted = defineEvent('PostDeleted', z.object({}), { description: 'The post was deleted.' });
export const PostArchived = defineEvent('PostArchived', z.object({}), { description: 'The post was archived.' });

export const PostPaymentPaused = defineEvent('PostPaymentPaused', z.object({ reason: z.string() }), {
  description: 'The post is held back: the plan allows no more scheduled posts.',
});
export const PostPaymentResumed = defineEvent('PostPaymentResumed', z.object({}), {
  description: 'The plan allows the post again.',
});

export const PostPublishingStarted = defineEvent(
  'PostPublishingStarted',
  z.object({
    trigger: z.enum(['due', 'publish', 'retry', 'fix', 'resolve']),
    /** The destinations that take part, each with the time it is due. */
    queued: z.array(Destination.extend({ dueAt: instant, retry: z.number().int().min(0) })),
    callbackUrl: z.string().optional(),
    /** Names this publishing run for processes that wait for its end. */
    round: z.number().int().positive(),
  }),
  { description: 'Publishing began.' },
);

export const PostPublishingCompleted = defineEvent(
  'PostPublishingCompleted',
  z.object({
    outcome: z.enum(['PUBLISHED', 'PARTIAL', 'FAILED']),
    round: z.number().int().positive(),
    callbackUrl: z.string().optional(),
  }),
  { description: 'Every destination has ended.' },
);

export const DestinationDeferred = defineEvent(
  'DestinationDeferred',
  z.object({ ...onDestination, until: instant, reason: z.string() }),
  { description: "The destination waits: the platform's posting ceiling for this account is reached." },
);

/** The first version knew one reason, which the second keeps. */
const alwaysDisconnected = <Data>(data: Data): Data => data;

export const DestinationSkipped = defineEvent(
  'DestinationSkipped',
  z.object({ ...onDestination, skipReason: SkipReason }),
  { description: 'The destination was skipped.', upcasts: [alwaysDisconnected] },
);

export const DestinationStepCompleted = defineEvent(
  'DestinationStepCompleted',
  z.object({ ...onDestination, step: z.string(), result: z.string() }),
  { description: 'A step that shows nothing yet was completed (an upload, a container).' },
);

export const DestinationStepForgotten = defineEvent(
  'DestinationStepForgotten',
  z.object({ ...onDestination, step: z.string() }),
  { description: 'A step has to be repeated: its result no longer exists on the platform.' },
);

export const DestinationSendStarted = defineEvent(
  'DestinationSendStarted',
  z.object({ ...onSend, key: z.string(), attempt: z.number().int().positive() }),
  { description: 'A send is about to start: from here on the object may exist on the platform.' },
);

export const DestinationSendSucceeded = defineEvent(
  'DestinationSendSucceeded',
  z.object({
    ...onSend,
    object: NativeObjectValue,
    /** The answer was lost and reconciliation found the object. */
    foundByLook: z.boolean(),
  }),
  { description: 'The object exists on the platform.' },
);

export const DestinationSendFailed = defineEvent(
  'DestinationSendFailed',
  z.object({ ...onSend, error: DestinationError, foundByLook: z.boolean() }),
  { description: 'The send left nothing on the platform.' },
);

export const DestinationSendOutcomeUnknown = defineEvent(
  'DestinationSendOutcomeUnknown',
  z.object({
    ...onSend,
    /** No usable answer of the platform, or the service stopped before one could come. */
    cause: z.enum(['no_answer', 'interrupted']),
    message: z.string(),
    lookAt: instant,
  }),
  { description: 'No usable answer came; the platform has to be asked for the outcome.' },
);

export const DestinationLookFailed = defineEvent(
  'DestinationLookFailed',
  z.object({ ...onSend, looks: z.number().int().positive(), message: z.string(), lookAt: instant.nullable() }),
  { description: 'The platform was asked and could not tell the outcome.' },
);

export const DestinationRetryScheduled = defineEvent(
  'DestinationRetryScheduled',
  z.object({ ...onDestination, retry: z.number().int().positive(), dueAt: instant, error: DestinationError }),
  { description: 'Nothing was stored on the platform; an automatic retry follows.' },
);

export const DestinationPublished = defineEvent(
  'DestinationPublished',
  z.object({
    ...onDestination,
    platformPostId: z.string(),
    platformPostUrl: z.string().optional(),
    publishedAt: instant,
    objects: z.array(NativeObjectValue),
  }),
  { description: 'The destination is live.' },
);

export const DestinationFailed = defineEvent(
  'DestinationFailed',
  z.object({ ...onDestination, error: DestinationError, exhausted: z.boolean() }),
  { description: 'The destination failed.' },
);

export const DestinationResolved = defineEvent(
  'DestinationResolved',
  z.object({
    ...onDestination,
    outcome: z.enum(['published', 'not_published']),
    platformPostId: z.string().optional(),
    platformPostUrl: z.string().optional(),
  }),
  { description: 'A person resolved the unknown outcome of a send.' },
);

export const DestinationFixed = defineEvent(
  'DestinationFixed',
  z.object({ ...onDestination, media: z.array(PostMedia) }),
  {
    description: 'The media of this destination were replaced.',
  },
);

export const FirstCommentDue = defineEvent(
  'FirstCommentDue',
  z.object({ ...onDestination, platform: Platform, dueAt: instant }),
  {
    description: 'The first comment follows.',
  },
);

export const FirstCommentPublished = defineEvent(
  'FirstCommentPublished',
  z.object({ ...onDestination, object: NativeObjectValue }),
  { description: 'The first comment is live.' },
);

export const FirstCommentFailed = defineEvent(
  'FirstCommentFailed',
  z.object({ ...onDestination, error: DestinationError }),
  { description: 'The first comment failed; the post is not affected.' },
);

export const PostUnpublishRequested = defineEvent(
  'PostUnpublishRequested',
  z.object({ copies: z.array(Destination), round: z.number().int().positive() }),
  { description: 'The copies on the platforms are to be removed.' },
);

export const DestinationRemovalSettled = defineEvent(
  'DestinationRemovalSettled',
  z.object({ ...onDestination, removals: z.array(RemovalValue), round: z.number().int().positive() }),
  { description: 'The removal of this copy has ended.' },
);

export const DestinationRemovalPostponed = defineEvent(
  'DestinationRemovalPostponed',
  z.object({
    ...onDestination,
    /** The copies removed so far; removal of the others continues. */
    removals: z.array(RemovalValue),
    retry: z.number().int().positive(),
    dueAt: instant,
    error: DestinationError,
    round: z.number().int().positive(),
  }),
  { description: 'The platform refuses further removals for now; the remaining copies are removed later.' },
);

export const PostUnpublishCompleted = defineEvent(
  'PostUnpublishCompleted',
  z.object({ outcome: z.enum(['unpublished', 'partial', 'unchanged']), round: z.number().int().positive() }),
  { description: 'The removal has ended on every platform.' },
);

export const postEvents = [
  PostCreated,
  PostScheduled,
  PostUnscheduled,
  PostEdited,
  PostCancelled,
  PostDeleted,
  PostArchived,
  PostPaymentPaused,
  PostPaymentResumed,
  PostPublishingStarted,
  PostPublishingCompleted,
  DestinationDeferred,
  DestinationSkipped,
  DestinationStepCompleted,
  DestinationStepForgotten,
  DestinationSendStarted,
  DestinationSendSucceeded,
  DestinationSendFailed,
  DestinationSendOutcomeUnknown,
  DestinationLookFailed,
  DestinationRetryScheduled,
  DestinationPublished,
  DestinationFailed,
  DestinationResolved,
  DestinationFixed,
  FirstCommentDue,
  FirstCommentPublished,
  FirstCommentFailed,
  PostUnpublishRequested,
  DestinationRemovalSettled,
  DestinationRemovalPostponed,
  PostUnpublishCompleted,
  ...postApprovalEvents,
] as const;

export type PostEvent = EventOf<(typeof postEvents)[number]>;
