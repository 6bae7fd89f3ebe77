import { foldState } from '../../../domain/kernel/decider.ts';
import { expect } from 'chai';
import type { AccountFacts } from '../../../domain/content/account-eligibility.ts';
import * as events from '../../../domain/posts/post-events.ts';
import { post } from '../../../domain/posts/post.ts';
import { specFor } from '../../support/spec.ts';
import {
  contentOf,
  created,
  due,
  now,
  postId,
  publishing,
  queued,
  scheduled,
  toMastodon,
  toTwitter,
} from './a-post.ts';

const given = specFor(post);
const accounts = new Map<string, AccountFacts>();
const create = {
  type: 'create',
  postId,
  content: contentOf(),
  destinations: [toTwitter],
  accounts,
  createdById: null,
  now,
} as const;

describe('post: creating and editing', () => {
  it('creates a draft', () => {
    given()
      .when({ ...create, scheduledFor: null, saveAsDraft: false })
      .thenTypes('PostCreated');
  });

  it('creates and schedules', () => {
    given()
      .when({ ...create, scheduledFor: due, saveAsDraft: false })
      .thenTypes('PostCreated', 'PostScheduled');
  });

  it('grants sixty seconds of the past and no more', () => {
    const ago = (seconds: number) => new Date(Date.parse(now) - seconds * 1000).toISOString();
    given()
      .when({ ...create, scheduledFor: ago(60), saveAsDraft: false })
      .thenTypes('PostCreated', 'PostScheduled');
    given()
      .when({ ...create, scheduledFor: ago(61), saveAsDraft: false })
      .thenRefused('VALIDATION_ERROR');
    given()
      .when({ ...create, scheduledFor: ago(3600), saveAsDraft: true })
      .thenTypes('PostCreated');
  });

  it('refuses to schedule what breaks a platform rule, and keeps it as a draft', () => {
    const long = { ...create, content: contentOf({ content: 'x'.repeat(281) }) };
    given()
      .when({ ...long, scheduledFor: due, saveAsDraft: false })
      .thenRefused('VALIDATION_ERROR');
    given()
      .when({ ...long, scheduledFor: null, saveAsDraft: false })
      .thenTypes('PostCreated');
    given(created({ content: 'x'.repeat(281) }))
      .when({ type: 'publish', accounts, now })
      .thenRefused('VALIDATION_ERROR');
  });

  it('edits only what changed, and nothing when nothing did', () => {
    given(created())
      .when({ type: 'edit', changes: { content: 'Other', firstComment: null }, accounts, now })
      .then(events.PostEdited({ changes: { content: 'Other' } }));
    given(created())
      .when({ type: 'edit', changes: { content: 'Hello #world' }, accounts, now })
      .thenNothing();
  });

  it('schedules a draft by an edit, and takes the schedule off again', () => {
    given(created()).when({ type: 'edit', changes: {}, scheduledFor: due, accounts, now }).then(scheduled);
    given(created(), scheduled)
      .when({ type: 'edit', changes: {}, scheduledFor: null, accounts, now })
      .then(events.PostUnscheduled({}));
  });

  it('refuses to edit what is no longer a draft or scheduled', () => {
    given(created(), publishing())
      .when({ type: 'edit', changes: { content: 'late' }, accounts, now })
      .thenRefused('CONFLICT');
  });

  it('cancels drafts and scheduled posts only', () => {
    given(created()).when({ type: 'cancel', now }).thenTypes('PostCancelled');
    given(created(), scheduled).when({ type: 'cancel', now }).thenTypes('PostCancelled');
    given(created(), publishing()).when({ type: 'cancel', now }).thenRefused('CONFLICT');
    given().when({ type: 'cancel', now }).thenRefused('NOT_FOUND');
  });

  describe('while every open destination waits for a later time', () => {
    const error = { code: 'PLATFORM_RATE_LIMIT', message: 'wait' };
    const later = '2026-03-01T10:02:00.000Z';
    const waits = (id: 'c-x' | 'c-m') =>
      events.DestinationRetryScheduled({ postPlatformId: id, retry: 1, dueAt: later, error });
    const calledOff = (id: 'c-x' | 'c-m', word: string) =>
      events.DestinationFailed({
        postPlatformId: id,
        error: { code: 'PUBLISH_ERROR', message: `The post was ${word} before this was sent.` },
        exhausted: false,
      });
    const live = events.DestinationPublished({
      postPlatformId: 'c-m',
      platformPostId: '9',
      publishedAt: now,
      objects: [{ nativeId: '9', kind: 'post' }],
    });
    const done = (outcome: 'PARTIAL' | 'FAILED') => events.PostPublishingCompleted({ outcome, round: 1 });
    const both = [created(), publishing(), waits('c-x'), waits('c-m')];

    it('is cancelled; what is live stays', () => {
      given(...both)
        .when({ type: 'cancel', now })
        .then(calledOff('c-x', 'cancelled'), calledOff('c-m', 'cancelled'), done('FAILED'), events.PostCancelled({}));
      given(created(), publishing(), waits('c-x'), live)
        .when({ type: 'cancel', now })
        .then(calledOff('c-x', 'cancelled'), done('PARTIAL'));
    });

    it('is deleted', () => {
      given(created({}, [toTwitter]), publishing('c-x'), waits('c-x'))
        .when({ type: 'delete', now })
        .then(calledOff('c-x', 'deleted'), done('FAILED'), events.PostDeleted({}));
    });

    it('is neither once a destination is due or a send is in doubt', () => {
      const doubt = events.DestinationSendStarted({ postPlatformId: 'c-x', send: 'item-2', key: 'k', attempt: 1 });
      for (const type of ['cancel', 'delete'] as const) {
        given(...both)
          .when({ type, now: later })
          .thenRefused('CONFLICT');
        given(created(), publishing(), waits('c-x')).when({ type, now }).thenRefused('CONFLICT');
        given(...both, doubt)
          .when({ type, now })
          .thenRefused('CONFLICT');
      }
    });

    it('sends nothing that was cancelled', () => {
      const cancelled = [calledOff('c-x', 'cancelled'), calledOff('c-m', 'cancelled'), done('FAILED')];
      given(...both, ...cancelled, events.PostCancelled({}))
        .when({ type: 'start-send', postPlatformId: 'c-x', send: 'post' })
        .thenRefused('CONFLICT');
    });
  });

  it('deletes unless publishing or published; a deleted post is not found', () => {
    given(created()).when({ type: 'delete', now }).thenTypes('PostDeleted');
    given(created(), publishing()).when({ type: 'delete', now }).thenRefused('CONFLICT');
    const requested = events.PostUnpublishRequested({ copies: [toTwitter], round: 1 });
    const partial = events.PostPublishingCompleted({ outcome: 'PARTIAL', round: 1 });
    given(created(), publishing(), partial, requested).when({ type: 'delete', now }).thenRefused('CONFLICT');
    const comment = events.FirstCommentDue({ postPlatformId: 'c-x', platform: 'TWITTER', dueAt: now });
    given(created(), publishing(), partial, comment)
      .when({ type: 'delete', now })
      .thenTypes('FirstCommentFailed', 'PostDeleted');
    given(created(), events.PostDeleted({})).when({ type: 'cancel', now }).thenRefused('NOT_FOUND');
  });
});

describe('post: publishing', () => {
  const live = (id: string, nativeId: string) =>
    events.DestinationPublished({
      postPlatformId: id,
      platformPostId: nativeId,
      publishedAt: now,
      objects: [{ nativeId, kind: 'post' }],
    });
  const failed = (id: string, code = 'PUBLISH_ERROR', exhausted = false) =>
    events.DestinationFailed({ postPlatformId: id, error: { code, message: 'no' }, exhausted });
  const done = (outcome: 'PUBLISHED' | 'PARTIAL' | 'FAILED') => events.PostPublishingCompleted({ outcome, round: 1 });
  const object = { nativeId: '1', kind: 'post' } as const;

  it('starts when due, not before, and not without a schedule', () => {
    given(created(), scheduled).when({ type: 'dispatch', now: due }).thenTypes('PostPublishingStarted');
    given(created(), scheduled).when({ type: 'dispatch', now }).thenNothing();
    given(created()).when({ type: 'dispatch', now: due }).thenNothing();
  });

  it('ends a run of no destinations at once, and what such a run left behind can be stopped', () => {
    const nowhere = [created({}, []), scheduled];
    const begun = events.PostPublishingStarted({ trigger: 'due', queued: [], round: 1 });
    given(...nowhere)
      .when({ type: 'dispatch', now: due })
      .then(begun, done('FAILED'));
    given(...nowhere, begun)
      .when({ type: 'cancel', now: due })
      .thenTypes('PostPublishingCompleted', 'PostCancelled');
    given(...nowhere, begun)
      .when({ type: 'delete', now: due })
      .thenTypes('PostPublishingCompleted', 'PostDeleted');
  });

  it('counts no copy that was removed as published', () => {
    const removed = [
      events.PostUnpublishRequested({ copies: [toTwitter], round: 1 }),
      events.DestinationRemovalSettled({
        postPlatformId: 'c-x',
        removals: [{ nativeId: '9', removed: true }],
        round: 1,
      }),
      events.PostUnpublishCompleted({ outcome: 'partial', round: 1 }),
    ];
    const retried = events.PostPublishingStarted({ trigger: 'retry', round: 2, queued: [queued('c-m')] });
    const history = [created(), publishing(), live('c-x', '9'), failed('c-m'), done('PARTIAL'), ...removed, retried];
    const end = (outcome: 'PARTIAL' | 'FAILED') => events.PostPublishingCompleted({ outcome, round: 2 });
    given(...history)
      .when({ type: 'settle-published', postPlatformId: 'c-m', objects: [object], commentPossible: false, now })
      .then(live('c-m', '1'), end('PARTIAL'));
    given(...history)
      .when({
        type: 'settle-failed',
        postPlatformId: 'c-m',
        kind: 'refused',
        retries: 0,
        now,
        error: { code: 'PUBLISH_ERROR', message: 'no' },
      })
      .then(failed('c-m'), end('FAILED'));
  });

  it('records the intent before a send, and never a second one while the first is open', () => {
    const start = { type: 'start-send', postPlatformId: 'c-x', send: 'post' } as const;
    const started = events.DestinationSendStarted({
      postPlatformId: 'c-x',
      send: 'post',
      key: 'c-x-0-post',
      attempt: 1,
    });
    given(created(), publishing()).when(start).then(started);
    given(created(), publishing(), started).when(start).thenRefused('CONFLICT');
    const unknown = events.DestinationSendOutcomeUnknown({
      postPlatformId: 'c-x',
      send: 'post',
      cause: 'no_answer',
      message: 'reset',
      lookAt: now,
    });
    given(created(), publishing(), started, unknown).when(start).thenRefused('CONFLICT');
    const gone = events.DestinationSendFailed({
      postPlatformId: 'c-x',
      send: 'post',
      error: { code: 'PUBLISH_ERROR', message: 'not there' },
      foundByLook: true,
    });
    given(created(), publishing(), started, unknown, gone)
      .when(start)
      .then(events.DestinationSendStarted({ postPlatformId: 'c-x', send: 'post', key: 'c-x-0-post', attempt: 2 }));
  });

  it('sends nothing that was made ready for another round, generation or try', () => {
    const seen = { round: 1, generation: 0, attempt: 1 };
    const start = { type: 'start-send', postPlatformId: 'c-x', send: 'post' } as const;
    given(created(), publishing())
      .when({ ...start, seen })
      .thenTypes('DestinationSendStarted');
    for (const other of [{ round: 2 }, { generation: 1 }, { attempt: 2 }]) {
      given(created(), publishing())
        .when({ ...start, seen: { ...seen, ...other } })
        .thenRefused('CONFLICT');
    }
  });

  it('hears no outcome of a try that another one has replaced', () => {
    const started = (attempt: number) =>
      events.DestinationSendStarted({ postPlatformId: 'c-x', send: 'post', key: 'c-x-0-post', attempt });
    const error = { code: 'PUBLISH_ERROR', message: 'not there' };
    const onSend = { postPlatformId: 'c-x', send: 'post' };
    const gone = events.DestinationSendFailed({ ...onSend, error, foundByLook: true });
    const secondTry = [created(), publishing(), started(1), gone, started(2)] as const;
    const late = { key: 'c-x-0-post', attempt: 1 };
    const failed = { type: 'send-failed', ...onSend, error, foundByLook: false } as const;
    const unknown = { type: 'send-unknown', ...onSend, cause: 'interrupted', message: 'stopped', lookAt: now } as const;
    const object = { nativeId: '1', kind: 'post' } as const;
    const succeeded = { type: 'send-succeeded', ...onSend, object, foundByLook: false } as const;
    for (const outcome of [failed, unknown, succeeded]) {
      given(...secondTry)
        .when({ ...outcome, of: late })
        .then();
      given(...secondTry)
        .when({ ...outcome, of: { ...late, key: 'c-x-1-post', attempt: 2 } })
        .then();
    }
    given(...secondTry)
      .when({ ...failed, of: { ...late, attempt: 2 } })
      .thenTypes('DestinationSendFailed');
  });

  it('ends no destination while a send of it is in doubt', () => {
    const started = events.DestinationSendStarted({
      postPlatformId: 'c-x',
      send: 'post',
      key: 'c-x-0-post',
      attempt: 1,
    });
    const error = { code: 'PUBLISH_ERROR', message: 'refused' };
    const settle = { type: 'settle-failed', postPlatformId: 'c-x', error, retries: 0, now } as const;
    for (const kind of ['refused', 'not_stored', 'unauthorized'] as const)
      given(created(), publishing(), started)
        .when({ ...settle, kind })
        .then();
    given(created(), publishing(), started)
      .when({ type: 'skip', postPlatformId: 'c-x', skipReason: 'account_disconnected' })
      .then();
    given(created(), publishing(), started)
      .when({ ...settle, kind: 'unknown' })
      .thenTypes('DestinationFailed');
  });

  it('keeps the first result of a step until it is forgotten', () => {
    const onStep = { postPlatformId: 'c-x', step: 'record-post' };
    const done = events.DestinationStepCompleted({ ...onStep, result: 'first' });
    const again = { type: 'complete-step', ...onStep, result: 'second' } as const;
    given(created(), publishing(), done).when(again).then();
    given(created(), publishing(), done, events.DestinationStepForgotten(onStep))
      .when(again)
      .then(events.DestinationStepCompleted({ ...onStep, result: 'second' }));
  });

  it('completes with the last destination: published, partial or failed', () => {
    const settle = {
      type: 'settle-published',
      postPlatformId: 'c-m',
      objects: [object],
      commentPossible: false,
      now,
    } as const;
    given(created(), publishing()).when(settle).thenTypes('DestinationPublished');
    given(created(), publishing(), live('c-x', '9')).when(settle).then(live('c-m', '1'), done('PUBLISHED'));
    given(created(), publishing(), failed('c-x')).when(settle).then(live('c-m', '1'), done('PARTIAL'));
    given(created(), publishing(), failed('c-x'))
      .when({
        type: 'settle-failed',
        postPlatformId: 'c-m',
        kind: 'refused',
        error: { code: 'PUBLISH_ERROR', message: 'no' },
        retries: 0,
        now,
      })
      .then(failed('c-m'), done('FAILED'));
  });

  it('tries again 2, 4 and 8 minutes later where nothing was stored, and then fails exhausted', () => {
    const fail = {
      type: 'settle-failed',
      postPlatformId: 'c-x',
      kind: 'not_stored',
      error: { code: 'PLATFORM_RATE_LIMIT', message: 'wait' },
      now,
    } as const;
    const retryAt = (retry: number, minutes: number) =>
      events.DestinationRetryScheduled({
        postPlatformId: 'c-x',
        retry,
        dueAt: new Date(Date.parse(now) + minutes * 60_000).toISOString(),
        error: { code: 'PLATFORM_RATE_LIMIT', message: 'wait' },
      });
    const history = [created({}, [toTwitter]), publishing('c-x')];
    given(...history)
      .when({ ...fail, retries: 0 })
      .then(retryAt(1, 2));
    given(...history, retryAt(1, 2))
      .when({ ...fail, retries: 1, retryAfterSeconds: 600 })
      .then(retryAt(2, 10));
    given(...history, retryAt(1, 2), retryAt(2, 4), retryAt(3, 8))
      .when({ ...fail, retries: 3 })
      .then(
        events.DestinationFailed({
          postPlatformId: 'c-x',
          error: { code: 'PLATFORM_RATE_LIMIT', message: 'wait' },
          exhausted: true,
        }),
        done('FAILED'),
      );
  });

  it('retries only failed destinations, on the ladder, until they are exhausted', () => {
    const partial = [created(), publishing(), live('c-x', '9'), failed('c-m'), done('PARTIAL')];
    given(...partial)
      .when({ type: 'retry', now })
      .then(
        events.PostPublishingStarted({
          trigger: 'retry',
          round: 2,
          queued: [queued('c-m', '2026-03-01T10:02:00.000Z', 1)],
        }),
      );
    given(created(), publishing(), live('c-x', '9'), failed('c-m', 'PUBLISH_ERROR', true), done('PARTIAL'))
      .when({ type: 'retry', now })
      .thenRefused('CONFLICT', /fix/);
    given(created()).when({ type: 'retry', now }).thenRefused('CONFLICT');
  });

  it('does not repeat a send with an unknown outcome until a person has checked it', () => {
    const unknown = [created(), publishing(), live('c-x', '9'), failed('c-m', 'OUTCOME_UNKNOWN'), done('PARTIAL')];
    given(...unknown)
      .when({ type: 'retry', now })
      .thenRefused('CONFLICT', /resolve/);
    given(...unknown)
      .when({ type: 'publish', accounts, now })
      .thenRefused('CONFLICT');
    given(...unknown)
      .when({ type: 'resolve', postPlatformId: 'c-m', outcome: 'published', platformPostId: '77', now })
      .thenTypes('DestinationResolved', 'DestinationPublished', 'PostPublishingCompleted');
    const notPublished = events.DestinationResolved({ postPlatformId: 'c-m', outcome: 'not_published' });
    given(...unknown, notPublished)
      .when({ type: 'retry', now })
      .thenTypes('PostPublishingStarted');
  });

  it('fixes a failed destination: its retries start again with the new media, immediately', () => {
    const media = {
      id: 'm1',
      filename: 'a.jpg',
      contentType: 'image/jpeg',
      sizeBytes: 10,
      publicUrl: 'https://x.test/a.jpg',
    };
    given(created(), publishing(), live('c-x', '9'), failed('c-m', 'MEDIA_REJECTED', true), done('PARTIAL'))
      .when({ type: 'fix', postPlatformId: 'c-m', media: [media], now })
      .then(
        events.DestinationFixed({ postPlatformId: 'c-m', media: [media] }),
        events.PostPublishingStarted({
          trigger: 'fix',
          round: 2,
          queued: [queued('c-m')],
        }),
      );
  });

  it('takes no new media that the platform does not take', () => {
    const fix = (contentType: string, sizeBytes = 10) => {
      const media = { id: 'm1', filename: 'a', contentType, sizeBytes, publicUrl: 'https://x.test/a' };
      return { type: 'fix', postPlatformId: 'c-m', media: [media], now } as const;
    };
    const after = given(
      created(),
      publishing(),
      live('c-x', '9'),
      failed('c-m', 'MEDIA_REJECTED', true),
      done('PARTIAL'),
    );
    after.when(fix('application/pdf')).thenRefused('VALIDATION_ERROR', /Mastodon takes no documents/);
    after.when(fix('image/png', 17 * 1024 * 1024)).thenRefused('VALIDATION_ERROR', /at most/);
    after.when(fix('image/png', 0)).thenTypes('DestinationFixed', 'PostPublishingStarted');
    after.when(fix('video/mp4')).thenTypes('DestinationFixed', 'PostPublishingStarted');
  });

  it('lets the first comment follow the live post after its delay', () => {
    given(created({ firstComment: 'First!', firstCommentDelay: 90 }, [toTwitter]), publishing('c-x'))
      .when({ type: 'settle-published', postPlatformId: 'c-x', objects: [object], commentPossible: true, now })
      .then(
        live('c-x', '1'),
        events.FirstCommentDue({ postPlatformId: 'c-x', platform: 'TWITTER', dueAt: '2026-03-01T10:01:30.000Z' }),
        done('PUBLISHED'),
      );
  });

  it('unpublishes every live copy and ends unpublished, partial or unchanged', () => {
    const both = [created(), publishing(), live('c-x', '9'), live('c-m', '8'), done('PUBLISHED')];
    const asked = events.PostUnpublishRequested({ copies: [toTwitter, toMastodon], round: 1 });
    given(...both)
      .when({ type: 'unpublish' })
      .then(asked);
    const gone = (id: string) =>
      events.DestinationRemovalSettled({ postPlatformId: id, removals: [{ nativeId: id, removed: true }], round: 1 });
    const kept = events.DestinationRemovalSettled({
      postPlatformId: 'c-x',
      removals: [{ nativeId: 'c-x', removed: false, reason: 'manual_removal_required' }],
      round: 1,
    });
    const settle = (removed: boolean) =>
      ({
        type: 'removal-settled',
        postPlatformId: 'c-m',
        removals: [
          removed
            ? { nativeId: 'c-m', removed: true as const }
            : { nativeId: 'c-m', removed: false as const, reason: 'delete_not_confirmed' as const },
        ],
      }) as const;
    const ends = (outcome: 'unpublished' | 'partial' | 'unchanged') =>
      events.PostUnpublishCompleted({ outcome, round: 1 });
    given(...both, asked, gone('c-x'))
      .when(settle(true))
      .then(gone('c-m'), ends('unpublished'));
    given(...both, asked, kept)
      .when(settle(true))
      .then(gone('c-m'), ends('partial'));
    expect(
      given(...both, asked, kept)
        .when(settle(false))
        .events()
        .at(-1),
    ).to.deep.equal(ends('unchanged'));
  });

  it('takes no new run while copies are being removed, and lets no removal end one', () => {
    const failed = events.DestinationFailed({
      postPlatformId: 'c-m',
      error: { code: 'PUBLISH_ERROR', message: 'no' },
      exhausted: false,
    });
    const partial = [created(), publishing(), live('c-x', '9'), failed, done('PARTIAL')];
    const asked = events.PostUnpublishRequested({ copies: [toTwitter], round: 1 });
    const removing = () => given(...partial, asked);
    removing().when({ type: 'publish', now, accounts }).thenRefused('CONFLICT');
    removing().when({ type: 'retry', now }).thenRefused('CONFLICT');
    removing().when({ type: 'fix', postPlatformId: 'c-m', media: [], now }).thenRefused('CONFLICT');
    // As older histories have it: the run that began meanwhile continues.
    const again = events.PostPublishingStarted({ trigger: 'retry', round: 2, queued: [queued('c-m', now, 1)] });
    const gone = events.DestinationRemovalSettled({
      postPlatformId: 'c-x',
      removals: [{ nativeId: 'c-x', removed: true }],
      round: 1,
    });
    const ended = events.PostUnpublishCompleted({ outcome: 'unpublished', round: 1 });
    expect(foldState(post, [...partial, asked, again, gone, ended])).to.include({ status: 'publishing' });
  });
});
