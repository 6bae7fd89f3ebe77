import { expect } from 'chai';
import {
  AccountConnected,
  AccountDisconnected,
  AccountErrored,
  AccountReconnected,
  AccountTokenRefreshFailed,
} from '../../../domain/accounts/account-events.ts';
import { MediaBytesReceived, MediaDeleted, MediaReady, MediaRegistered } from '../../../domain/media/media-events.ts';
import type { NewEvent } from '../../../domain/kernel/event.ts';
import { PostApproved } from '../../../domain/posts/approval-events.ts';
import * as posts from '../../../domain/posts/post-events.ts';
import { bodyOf, publishedAs, publishedEvents } from '../../../domain/webhooks/outbound-events.ts';
import { minute, stored, workspaceId } from './history.ts';
import { expectSameNames } from '../../support/same-names.ts';

const postId = 'c0000000000000000000000p1';
const twitter = { postPlatformId: 'pp1', platform: 'TWITTER', accountId: 'a1' } as const;
const mastodon = { postPlatformId: 'pp2', platform: 'MASTODON', accountId: 'a2' } as const;
const created = posts.PostCreated({
  postId,
  content: 'Spring is here',
  contentType: 'TEXT',
  media: [],
  overrides: {},
  threadItems: [],
  firstComment: null,
  firstCommentDelay: 0,
  personaId: null,
  platformMetadata: {},
  metadata: {},
  destinations: [twitter, mastodon],
  scheduledFor: minute(60),
  createdById: 'u1',
});
const scheduled = posts.PostScheduled({ scheduledFor: minute(60) });
const started = posts.PostPublishingStarted({
  trigger: 'due',
  queued: [twitter, mastodon].map((destination) => ({ ...destination, dueAt: minute(60), retry: 0 })),
  round: 1,
});
const live = (postPlatformId: string) =>
  posts.DestinationPublished({
    postPlatformId,
    platformPostId: `native-${postPlatformId}`,
    platformPostUrl: `https://platform.example/${postPlatformId}`,
    publishedAt: minute(61),
    objects: [
      { nativeId: `native-${postPlatformId}`, url: `https://platform.example/${postPlatformId}`, kind: 'post' },
    ],
  });
const error = { code: 'PUBLISH_ERROR', message: 'The platform said no.', platformCode: '187' };
const refused = (postPlatformId: string) => posts.DestinationFailed({ postPlatformId, error, exhausted: false });
const completed = (outcome: 'PUBLISHED' | 'PARTIAL' | 'FAILED') => posts.PostPublishingCompleted({ outcome, round: 1 });

/**
 * The webhook event for the last event of a post's story, by type; the bodies have their `event`
 * checked.
 */
const reported = (stream: string, ...commands: readonly (readonly NewEvent[])[]): Record<string, object> => {
  const history = stored(stream, ...commands);
  const event = history.at(-1);
  if (!event) throw new Error('a story has events');
  return Object.fromEntries(publishedAs(event).map((type) => [type, bodyOf(type, event, history)]));
};
const ofPost = (...commands: readonly (readonly NewEvent[])[]) => reported(`post-${postId}`, ...commands);
const actor = { kind: 'user', id: 'u1' };

describe('outbound post events', () => {
  it('tell post.created of a draft, also of one that keeps a time, and of a scheduled post', () => {
    const data = {
      postId,
      status: 'DRAFT',
      scheduledFor: minute(60),
      platforms: ['TWITTER', 'MASTODON'],
      createdById: 'u1',
    };
    const umbrella = {
      event: 'post.state_changed',
      timestamp: minute(0),
      data: {
        postId,
        eventType: 'CREATED',
        platform: null,
        actor,
        details: { scheduledFor: minute(60), platforms: ['TWITTER', 'MASTODON'] },
        error: null,
      },
    };
    expect(ofPost([created])).to.deep.equal({
      'post.created': { event: 'post.created', timestamp: minute(0), data },
      'post.state_changed': umbrella,
    });
    const history = stored(`post-${postId}`, [created, scheduled]);
    const [first] = history;
    if (!first) throw new Error('a story has events');
    expect(bodyOf('post.created', first, history)).to.deep.equal({
      event: 'post.created',
      timestamp: minute(0),
      data: { ...data, status: 'SCHEDULED' },
    });
    const later = stored(`post-${postId}`, [created], [scheduled]);
    const [draft] = later;
    if (!draft) throw new Error('a story has events');
    expect(bodyOf('post.created', draft, later)).to.have.nested.property('data.status', 'DRAFT');
  });

  it('tell post.scheduled', () => {
    const bodies = ofPost([created], [scheduled]);
    expect(Object.keys(bodies)).to.deep.equal(['post.scheduled', 'post.state_changed']);
    expect(bodies['post.scheduled']).to.deep.equal({
      event: 'post.scheduled',
      timestamp: minute(1),
      data: {
        id: postId,
        content: 'Spring is here',
        status: 'SCHEDULED',
        scheduledFor: minute(60),
        accountIds: ['a1', 'a2'],
        contentType: 'TEXT',
      },
    });
  });

  const run = (...ends: NewEvent[]) => ofPost([created, scheduled], [started], ends);
  const item = (platform: string, id: string) => ({
    platform,
    status: 'PUBLISHED',
    platformPostId: `native-${id}`,
    platformPostUrl: `https://platform.example/${id}`,
    publishedAt: minute(61),
  });
  const failedItem = (platform: string) => ({
    platform,
    status: 'FAILED',
    error: { code: error.code, message: error.message },
  });
  const data = { id: postId, workspaceId, content: 'Spring is here' };

  it('tell post.published when every platform succeeded', () => {
    const bodies = run(live('pp1'), live('pp2'), completed('PUBLISHED'));
    expect(bodies).to.deep.equal({
      'post.published': {
        event: 'post.published',
        timestamp: minute(2),
        data: {
          ...data,
          status: 'PUBLISHED',
          publishedAt: minute(61),
          platforms: [item('TWITTER', 'pp1'), item('MASTODON', 'pp2')],
        },
      },
      'post.state_changed': {
        event: 'post.state_changed',
        timestamp: minute(2),
        data: {
          postId,
          eventType: 'PUBLISHED',
          platform: null,
          actor,
          details: {
            platforms: [
              { platform: 'TWITTER', status: 'PUBLISHED' },
              { platform: 'MASTODON', status: 'PUBLISHED' },
            ],
          },
          error: null,
        },
      },
    });
  });

  it('tell no copy that was removed as published', () => {
    const removals = [{ nativeId: 'native-pp1', removed: true }];
    const removed = [
      posts.PostUnpublishRequested({ copies: [twitter], round: 1 }),
      posts.DestinationRemovalSettled({ postPlatformId: 'pp1', removals, round: 1 }),
      posts.PostUnpublishCompleted({ outcome: 'partial', round: 1 }),
    ];
    const again = posts.PostPublishingStarted({
      trigger: 'retry',
      round: 2,
      queued: [{ ...mastodon, dueAt: minute(70), retry: 1 }],
    });
    const first = [refused('pp2'), completed('PARTIAL')];
    const bodies = ofPost(
      [created],
      [started],
      [live('pp1'), ...first],
      removed,
      [again],
      [live('pp2'), completed('PARTIAL')],
    );
    expect(bodies['post.published']).to.deep.nested.include({
      'data.platforms[0]': {
        platform: 'TWITTER',
        status: 'FAILED',
        error: { code: 'UNPUBLISHED', message: 'The copy was removed from the platform.' },
      },
      'data.platforms[1].status': 'PUBLISHED',
    });
    expect(bodies['post.state_changed']).to.deep.nested.include({
      'data.details.platforms': [
        { platform: 'TWITTER', status: 'FAILED' },
        { platform: 'MASTODON', status: 'PUBLISHED' },
      ],
    });
  });

  it('tell post.published with PARTIAL when some succeeded', () => {
    const bodies = run(live('pp1'), refused('pp2'), completed('PARTIAL'));
    expect(Object.keys(bodies)).to.deep.equal(['post.published', 'post.state_changed']);
    expect(bodies['post.published']).to.deep.nested.include({
      'data.status': 'PARTIAL',
      'data.platforms': [item('TWITTER', 'pp1'), failedItem('MASTODON')],
    });
  });

  it('tell post.failed, in the same shape, when every platform failed', () => {
    const skipped = posts.DestinationSkipped({ postPlatformId: 'pp2', skipReason: 'account_disconnected' });
    const bodies = run(refused('pp1'), skipped, completed('FAILED'));
    expect(Object.keys(bodies)).to.deep.equal(['post.failed', 'post.state_changed']);
    expect(bodies['post.failed']).to.deep.equal({
      event: 'post.failed',
      timestamp: minute(2),
      data: {
        ...data,
        status: 'FAILED',
        publishedAt: null,
        platforms: [
          failedItem('TWITTER'),
          {
            platform: 'MASTODON',
            status: 'FAILED',
            error: {
              code: 'ACCOUNT_DISCONNECTED',
              message: 'The account was disconnected when the post was due.',
            },
          },
        ],
      },
    });
    expect(bodies['post.state_changed']).to.deep.nested.include({
      'data.eventType': 'FAILED',
      'data.error': { code: error.code, message: error.message },
    });
  });

  it('tell what becomes of one platform under the umbrella, with the platform in lowercase', () => {
    const bodies = ofPost([created, scheduled], [started], [refused('pp2')]);
    expect(bodies).to.deep.equal({
      'post.state_changed': {
        event: 'post.state_changed',
        timestamp: minute(2),
        data: {
          postId,
          eventType: 'PLATFORM_FAILED',
          platform: 'mastodon',
          actor,
          details: { postPlatformId: 'pp2', exhausted: false },
          error: { code: error.code, message: error.message },
        },
      },
    });
  });

  it('tell post.deleted after the post is gone', () => {
    expect(ofPost([created], [posts.PostDeleted({})])['post.deleted']).to.deep.equal({
      event: 'post.deleted',
      timestamp: minute(1),
      data: { postId, eventType: 'DELETED', platform: null, details: { previousStatus: 'DRAFT' }, error: null },
    });
  });

  it('tell post.draft.approved with the last decision', () => {
    const decision = { approval: 1, stepOrder: 2, approverId: 'u2', comment: 'Fine' };
    const approved = PostApproved({ ...decision, subjectHash: 'h' });
    expect(ofPost([created], [approved])['post.draft.approved']).to.deep.equal({
      event: 'post.draft.approved',
      timestamp: minute(1),
      data: { postId, approverId: 'u2', stepOrder: 2, comment: 'Fine' },
    });
  });

  it('tell every other step of a life under the umbrella only', () => {
    const steps: readonly [NewEvent, string][] = [
      [posts.PostCancelled({}), 'CANCELLED'],
      [posts.PostArchived({}), 'ARCHIVED'],
      [posts.PostUnscheduled({}), 'UNSCHEDULED'],
      [posts.PostEdited({ changes: { content: 'x' } }), 'UPDATED'],
      [posts.PostPaymentPaused({ reason: 'plan' }), 'PAYMENT_PAUSED'],
      [posts.PostPaymentResumed({}), 'PAYMENT_RESUMED'],
      [started, 'PUBLISHING'],
      [posts.PostUnpublishRequested({ copies: [twitter], round: 1 }), 'UNPUBLISHING'],
      [posts.PostUnpublishCompleted({ outcome: 'unpublished', round: 1 }), 'UNPUBLISHED'],
    ];
    for (const [event, eventType] of steps) {
      const bodies = ofPost([created], [event]);
      expect(Object.keys(bodies), event.type).to.deep.equal(['post.state_changed']);
      expect(bodies['post.state_changed']).to.have.nested.property('data.eventType', eventType);
    }
  });

  it('keep the notes of the publishing engine inside', () => {
    // Each new event of a post is either published or on this list.
    const inside = [
      'DestinationDeferred',
      'DestinationStepCompleted',
      'DestinationStepForgotten',
      'DestinationSendStarted',
      'DestinationSendSucceeded',
      'DestinationSendFailed',
      'DestinationSendOutcomeUnknown',
      'DestinationLookFailed',
      'FirstCommentDue',
      'DestinationRemovalSettled',
      'DestinationRemovalPostponed',
    ];
    const untold = posts.postEvents.map(({ type }) => type).filter((type) => !publishedEvents.includes(type));
    expectSameNames(untold, inside, {
      missing: 'it is published now, so remove it from this list',
      surplus: 'publish it in domain/webhooks/outbound-events.ts, or add it to this list',
    });
  });

  it('stay as they were, whatever happens later', () => {
    const short = stored(`post-${postId}`, [created, scheduled], [started], [live('pp1'), completed('PARTIAL')]);
    const long = stored(
      `post-${postId}`,
      [created, scheduled],
      [started],
      [live('pp1'), completed('PARTIAL')],
      [posts.PostEdited({ changes: { content: 'changed' } })],
      [posts.PostDeleted({})],
    );
    for (const event of short)
      for (const type of publishedAs(event))
        expect(bodyOf(type, event, long)).to.deep.equal(bodyOf(type, event, short));
  });
});

describe('outbound account events', () => {
  const accountId = 'c0000000000000000000000a1';
  const connection = {
    accountId,
    connectionId: 'k1',
    platform: 'LINKEDIN',
    nativeId: 'n1',
    username: 'ada',
    displayName: 'Ada',
    tokenVersion: 1,
    connectedById: null,
  } as const;
  const ofAccount = (event: NewEvent) => reported(`account-${accountId}`, [event]);
  const data = { accountId, workspaceId, platform: 'LINKEDIN' };

  it('tell account.connected, again after a reconnect, and null for an erased name', () => {
    const body = { event: 'account.connected', timestamp: minute(0), data: { ...data, username: 'ada' } };
    expect(ofAccount(AccountConnected(connection))).to.deep.equal({ 'account.connected': body });
    expect(ofAccount(AccountReconnected(connection))).to.deep.equal({ 'account.connected': body });
    expect(ofAccount(AccountConnected({ ...connection, username: '' }))['account.connected']).to.have.nested.property(
      'data.username',
      null,
    );
  });

  it('tell account.error and account.disconnected', () => {
    expect(ofAccount(AccountErrored({ accountId, platform: 'LINKEDIN', status: 'EXPIRED', error: 'expired' }))).to.eql({
      'account.error': { event: 'account.error', timestamp: minute(0), data: { ...data, error: 'expired' } },
    });
    expect(ofAccount(AccountDisconnected({ accountId, platform: 'LINKEDIN', reason: 'token_revoked' }))).to.deep.equal({
      'account.disconnected': {
        event: 'account.disconnected',
        timestamp: minute(0),
        data: { ...data, reason: 'token_revoked' },
      },
    });
  });

  it('say nothing of a renewal that is tried again', () => {
    const retried = AccountTokenRefreshFailed({ accountId, attempt: 1, error: 'busy', retryAt: minute(5) });
    expect(ofAccount(retried)).to.deep.equal({});
  });
});

describe('outbound media events', () => {
  const mediaId = 'c0000000000000000000000m1';
  const ofMedia = (...events: readonly NewEvent[]) => reported(`media-${mediaId}`, events);
  const file = { filename: 'a.jpg', contentType: 'image/jpeg' };

  it('tell media.uploaded of a file that can be used', () => {
    const ready = MediaReady({ mediaId, ...file, sizeBytes: 42, key: 'k', posterKey: null, width: 3, height: 2 });
    expect(ofMedia(ready)).to.deep.equal({
      'media.uploaded': {
        event: 'media.uploaded',
        timestamp: minute(0),
        data: { mediaId, ...file, sizeBytes: 42 },
      },
    });
    const registered = MediaRegistered({ mediaId, url: 'https://cdn.example/a.jpg', ...file, createdById: null });
    expect(ofMedia(registered)['media.uploaded']).to.have.deep.property('data', { mediaId, ...file, sizeBytes: null });
  });

  it('tell media.deleted by the name that the file had', () => {
    const ready = MediaReady({ mediaId, ...file, sizeBytes: 42, key: 'k', posterKey: null });
    const deleted = MediaDeleted({ mediaId, keys: ['k'] });
    expect(ofMedia(ready, deleted)['media.deleted']).to.have.deep.property('data', { mediaId, filename: 'a.jpg' });
    expect(ofMedia(deleted)['media.deleted']).to.have.deep.property('data', { mediaId, filename: null });
  });

  it('say nothing of a file that is on its way', () => {
    expect(ofMedia(MediaBytesReceived({ mediaId, contentType: 'image/jpeg', sizeBytes: 42 }))).to.deep.equal({});
  });
});
