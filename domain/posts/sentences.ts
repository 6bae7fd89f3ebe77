import { counted, ended, listed, type Sentences } from '../kernel/sentence.ts';
import type { PostEvent } from './post-events.ts';

const triggers = {
  due: 'its due time had come',
  publish: 'it was requested',
  retry: 'a retry was requested',
  fix: 'a destination was fixed',
  resolve: 'a person resolved an unknown outcome',
} as const;

export const postSentences: Sentences<PostEvent> = {
  PostCreated: ({ destinations, scheduledFor }) => {
    const when = scheduledFor === null ? 'as a draft' : `scheduled for ${scheduledFor}`;
    return `The post was created for ${counted(destinations.length, 'destination')}, ${when}.`;
  },
  PostScheduled: ({ scheduledFor }) => `The post was scheduled for ${scheduledFor}.`,
  PostEdited: ({ changes, destinations }) =>
    `The post was edited: ${listed([...Object.keys(changes), ...(destinations ? ['destinations'] : [])])}.`,
  PostPublishingStarted: ({ trigger, queued }) =>
    `Publishing to ${counted(queued.length, 'destination')} began, for ${triggers[trigger]}.`,
  PostPublishingCompleted: ({ outcome }) => `Every destination has ended; the post is ${outcome}.`,
  DestinationDeferred: ({ until, reason }) => ended(`The destination waits until ${until}: ${reason}`),
  DestinationStepCompleted: ({ step }) => `The step ${step}, which shows nothing yet, was completed.`,
  DestinationStepForgotten: ({ step }) =>
    `The step ${step} has to be repeated: its result no longer exists on the platform.`,
  DestinationSendStarted: ({ send, attempt }) =>
    `The send of ${send} is about to start, attempt ${attempt}: from here on it may exist on the platform.`,
  DestinationSendSucceeded: ({ send, object, foundByLook }) =>
    `${send} exists on the platform as ${object.nativeId}${foundByLook ? ', found by reconciliation' : ''}.`,
  DestinationSendFailed: ({ send, error }) =>
    ended(`The send of ${send} left nothing on the platform: ${error.message}`),
  DestinationSendOutcomeUnknown: ({ send, lookAt }) =>
    `No usable answer came for ${send}; the platform is asked for the outcome at ${lookAt}.`,
  DestinationLookFailed: ({ send, looks, lookAt }) => {
    const next = lookAt === null ? 'a person has to resolve it' : `it is asked again at ${lookAt}`;
    return `The platform could not tell the outcome of ${send} (check ${looks}); ${next}.`;
  },
  DestinationRetryScheduled: ({ retry, dueAt, error }) =>
    ended(`Nothing was stored on the platform; retry ${retry} follows at ${dueAt}: ${error.message}`),
  DestinationPublished: ({ platformPostId, publishedAt }) =>
    `The destination is live since ${publishedAt} as ${platformPostId}.`,
  DestinationFailed: ({ error }) => ended(`The destination failed: ${error.message}`),
  DestinationResolved: ({ outcome }) =>
    'A person resolved the unknown outcome of a send: ' +
    `${outcome === 'published' ? 'it is live' : 'it is not live'}.`,
  FirstCommentDue: ({ dueAt }) => `The first comment follows at ${dueAt}.`,
  FirstCommentPublished: ({ object }) => `The first comment is live as ${object.nativeId}.`,
  FirstCommentFailed: ({ error }) => ended(`The first comment failed; the post is not affected: ${error.message}`),
  PostUnpublishRequested: ({ copies }) => `The copies on the platforms are to be removed: ${copies.length}.`,
  DestinationRemovalPostponed: ({ retry, dueAt, error }) =>
    ended(`The platform refuses further removals for now; try ${retry + 1} follows at ${dueAt}: ${error.message}`),
  PostUnpublishCompleted: ({ outcome }) => `The removal has ended on every platform: ${outcome}.`,
};
