import { expect } from 'chai';
import type { Recorded } from '../../../domain/kernel/event.ts';
import { postEvents, type PostEvent } from '../../../domain/posts/post-events.ts';
import { outboundPosts } from '../../../domain/webhooks/outbound-posts.ts';
import { recordedFrom } from '../../support/recorded.ts';
import { sampleOf } from '../sample-of.ts';

/** What `post.state_changed` says of an event: its name, and the fields of the event among its details. */
const told: Partial<Record<PostEvent['type'], readonly [eventType: string, ...fields: string[]]>> = {
  PostScheduled: ['SCHEDULED', 'scheduledFor'],
  PostUnscheduled: ['UNSCHEDULED'],
  PostCancelled: ['CANCELLED'],
  PostArchived: ['ARCHIVED'],
  PostPaymentPaused: ['PAYMENT_PAUSED', 'reason'],
  PostPaymentResumed: ['PAYMENT_RESUMED'],
  PostApprovalStarted: ['APPROVAL_STARTED', 'workflowId', 'workflowVersion'],
  PostStepApproved: ['APPROVAL_STEP_APPROVED', 'stepOrder', 'approverId'],
  PostStepRejected: ['APPROVAL_REJECTED', 'stepOrder', 'approverId', 'comment'],
  PostApproved: ['APPROVED', 'stepOrder', 'approverId'],
  PostApprovalVoided: ['APPROVAL_VOIDED', 'changed'],
  PostApprovalWithdrawn: ['APPROVAL_WITHDRAWN', 'withdrawnById'],
  PostHeldForApproval: ['HELD_FOR_APPROVAL'],
  PostTimePlanned: ['TIME_PLANNED', 'scheduledFor'],
  DestinationFailed: ['PLATFORM_FAILED', 'postPlatformId', 'exhausted'],
  DestinationSkipped: ['PLATFORM_SKIPPED', 'postPlatformId', 'skipReason'],
  DestinationRetryScheduled: ['PLATFORM_RETRY_SCHEDULED', 'postPlatformId', 'retry', 'dueAt'],
  DestinationFixed: ['PLATFORM_FIXED', 'postPlatformId'],
  FirstCommentFailed: ['FIRST_COMMENT_FAILED', 'postPlatformId'],
};

const recorded = (type: PostEvent['type'], changes: object = {}): Recorded<PostEvent> => {
  const definition = postEvents.find((each) => each.type === type);
  if (!definition) throw new Error(`no event ${type}`);
  const [event] = recordedFrom([{ type, data: { ...(sampleOf(definition) as object), ...changes } } as PostEvent]);
  if (!event) throw new Error('nothing was recorded');
  return event;
};
const changeBy = (event: Recorded<PostEvent>) => outboundPosts.dataOf('post.state_changed', event, [event]);

describe('the change of a post that webhooks tell', () => {
  for (const [type, [eventType, ...fields]] of Object.entries(told))
    it(`is ${eventType} after ${type}`, () => {
      const event = recorded(type as PostEvent['type']);
      const data: Readonly<Record<string, unknown>> = event.data;
      const details = Object.fromEntries(fields.map((name) => [name, data[name]]));
      expect(changeBy(event)).to.deep.include({ eventType, details: fields.length === 0 ? null : details });
    });

  it('names the fields that were edited, and the platforms where they changed', () => {
    expect(changeBy(recorded('PostEdited', { changes: { content: 'x' }, destinations: undefined }))).to.deep.include({
      eventType: 'UPDATED',
      details: { fields: ['content'] },
    });
    expect(changeBy(recorded('PostEdited', { changes: { content: 'x' }, destinations: [] }))).to.deep.include({
      details: { fields: ['content', 'platforms'] },
    });
  });

  it('counts the destinations of a run and of a removal', () => {
    expect(changeBy(recorded('PostPublishingStarted', { trigger: 'retry', queued: [{}, {}] }))).to.deep.include({
      eventType: 'PUBLISHING',
      details: { trigger: 'retry', destinations: 2 },
    });
    expect(changeBy(recorded('PostUnpublishRequested', { copies: [{}, {}, {}] }))).to.deep.include({
      eventType: 'UNPUBLISHING',
      details: { destinations: 3 },
    });
  });

  it('says how a removal ended', () => {
    for (const [outcome, eventType] of [
      ['unpublished', 'UNPUBLISHED'],
      ['partial', 'PARTIALLY_UNPUBLISHED'],
      ['unchanged', 'UNPUBLISH_FAILED'],
    ] as const)
      expect(changeBy(recorded('PostUnpublishCompleted', { outcome })), outcome).to.include({ eventType });
  });

  it('names what is on the platform, with its address where it is known', () => {
    const published = { postPlatformId: 'pp1', platformPostId: 'n1' };
    expect(changeBy(recorded('DestinationPublished', { ...published, platformPostUrl: undefined }))).to.deep.include({
      eventType: 'PLATFORM_PUBLISHED',
      details: { ...published, platformPostUrl: null },
    });
    expect(
      changeBy(recorded('DestinationPublished', { ...published, platformPostUrl: 'https://x.test' })),
    ).to.deep.include({
      details: { ...published, platformPostUrl: 'https://x.test' },
    });
    const object = { nativeId: 'c1' };
    expect(changeBy(recorded('FirstCommentPublished', { postPlatformId: 'pp1', object }))).to.deep.include({
      eventType: 'FIRST_COMMENT_PUBLISHED',
      details: { postPlatformId: 'pp1', platformCommentId: 'c1' },
    });
    expect(changeBy(recorded('DestinationResolved', { postPlatformId: 'pp1', outcome: 'published' }))).to.deep.include({
      eventType: 'PLATFORM_RESOLVED',
      details: { postPlatformId: 'pp1', outcome: 'PUBLISHED' },
    });
  });

  it('has the error of a destination that failed', () => {
    const error = { code: 'PUBLISH_ERROR', message: 'no' };
    for (const type of ['DestinationFailed', 'DestinationRetryScheduled', 'FirstCommentFailed'] as const)
      expect(changeBy(recorded(type, { error })), type).to.deep.include({ error });
  });
});
