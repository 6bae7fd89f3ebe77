import { firstCommentSend } from '../../../domain/posts/destination-state.ts';
import * as events from '../../../domain/posts/post-events.ts';
import { post } from '../../../domain/posts/post.ts';
import { specFor } from '../../support/spec.ts';
import { created, now, publishing, toTwitter } from './a-post.ts';

const given = specFor(post);
const onTwitter = { postPlatformId: 'c-x' } as const;
const object = { nativeId: '1', kind: 'post' } as const;
const error = { code: 'PUBLISH_ERROR', message: 'no' };
const later = '2026-03-01T10:05:00.000Z';
const latest = '2026-03-01T10:10:00.000Z';

const running = [created(), publishing()];
const ofOne = (changes: Parameters<typeof created>[0] = {}) => [created(changes, [toTwitter]), publishing('c-x')];
const failed = events.DestinationFailed({ ...onTwitter, error, exhausted: false });
const started = (send = 'post', attempt = 1) =>
  events.DestinationSendStarted({ ...onTwitter, send, key: `c-x-0-${send}`, attempt });
const live = events.DestinationPublished({
  ...onTwitter,
  platformPostId: '1',
  publishedAt: now,
  objects: [object],
});
const done = (outcome: 'PUBLISHED' | 'FAILED') => events.PostPublishingCompleted({ outcome, round: 1 });
const commentDue = (dueAt = now) => events.FirstCommentDue({ ...onTwitter, platform: 'TWITTER', dueAt });

describe('a destination that is sent to', () => {
  it('is put off, once for each time, while it is running', () => {
    const defer = { type: 'defer', ...onTwitter, until: later, reason: 'rate limit' } as const;
    const deferred = events.DestinationDeferred({ ...onTwitter, until: later, reason: 'rate limit' });
    given(...running)
      .when(defer)
      .then(deferred);
    given(...running, deferred)
      .when(defer)
      .thenNothing();
    given(...running, failed)
      .when(defer)
      .thenNothing();
  });

  it('is skipped only while it is running', () => {
    const skip = { type: 'skip', ...onTwitter, skipReason: 'account_disconnected' } as const;
    given(...ofOne())
      .when(skip)
      .thenTypes('DestinationSkipped', 'PostPublishingCompleted');
    given(...running, failed)
      .when(skip)
      .thenNothing();
  });

  it('forgets a step that it has, and no other', () => {
    const step = { ...onTwitter, step: 'container' };
    const kept = events.DestinationStepCompleted({ ...step, result: '17' });
    given(...running, kept)
      .when({ type: 'forget-step', ...step })
      .then(events.DestinationStepForgotten(step));
    given(...running)
      .when({ type: 'forget-step', ...step })
      .thenNothing();
  });

  it('has its outcome once', () => {
    const onSend = { ...onTwitter, send: 'post' };
    const succeeded = { ...onSend, object, foundByLook: false };
    const refused = { ...onSend, error, foundByLook: false };
    const unknown = { ...onSend, cause: 'no_answer', message: 'reset', lookAt: later } as const;
    given(...running, started())
      .when({ type: 'send-succeeded', ...succeeded })
      .then(events.DestinationSendSucceeded(succeeded));
    given(...running, started())
      .when({ type: 'send-failed', ...refused })
      .then(events.DestinationSendFailed(refused));
    given(...running, started())
      .when({ type: 'send-unknown', ...unknown })
      .then(events.DestinationSendOutcomeUnknown(unknown));
    for (const history of [
      running,
      [...running, started(), events.DestinationSendSucceeded(succeeded)],
      [...running, started(), events.DestinationSendFailed(refused)],
    ]) {
      given(...history)
        .when({ type: 'send-succeeded', ...succeeded })
        .thenNothing();
      given(...history)
        .when({ type: 'send-failed', ...refused })
        .thenNothing();
      given(...history)
        .when({ type: 'send-unknown', ...unknown })
        .thenNothing();
    }
  });

  it('gets nothing a second time, and nothing once it has ended', () => {
    const start = { type: 'start-send', ...onTwitter, send: 'post' } as const;
    const sent = events.DestinationSendSucceeded({ ...onTwitter, send: 'post', object, foundByLook: false });
    given(...running, started(), sent)
      .when(start)
      .thenRefused('CONFLICT', /^post was sent$/);
    given(...running, failed)
      .when(start)
      .thenRefused('CONFLICT', /must not be sent/);
    given(...running, started())
      .when(start)
      .thenRefused('CONFLICT', /not known yet/);
  });

  it('counts the looks for an unknown outcome, each next time once', () => {
    const unknown = events.DestinationSendOutcomeUnknown({
      ...onTwitter,
      send: 'post',
      cause: 'no_answer',
      message: 'reset',
      lookAt: now,
    });
    const look = (lookAt: string | null) =>
      ({ type: 'look-failed', ...onTwitter, send: 'post', message: 'no answer', lookAt }) as const;
    const looked = (looks: number, lookAt: string | null) =>
      events.DestinationLookFailed({ ...onTwitter, send: 'post', looks, message: 'no answer', lookAt });
    const doubt = [...running, started(), unknown];
    given(...doubt)
      .when(look(later))
      .then(looked(1, later));
    given(...doubt, looked(1, later))
      .when(look(latest))
      .then(looked(2, latest));
    given(...doubt, looked(1, later))
      .when(look(later))
      .thenNothing();
    given(...running, started())
      .when(look(later))
      .thenNothing();
    given(...doubt, looked(1, later))
      .when(look(null))
      .then(looked(2, null));
  });

  it('has the address of its live post where the platform gives one', () => {
    const url = 'https://x.test/1';
    given(...ofOne())
      .when({
        type: 'settle-published',
        ...onTwitter,
        objects: [{ ...object, url }],
        commentPossible: false,
        now,
      })
      .then(
        events.DestinationPublished({ ...live.data, platformPostUrl: url, objects: [{ ...object, url }] }),
        done('PUBLISHED'),
      );
  });
});

describe('the first comment of a destination', () => {
  const settle = { type: 'settle-published', ...onTwitter, objects: [object], now } as const;
  const withComment = [...ofOne({ firstComment: 'First!' }), live];
  const due = [...withComment, commentDue()];

  it('is due where the post has one and the account can comment', () => {
    given(...ofOne({ firstComment: 'First!' }))
      .when({ ...settle, commentPossible: true })
      .then(live, commentDue(), done('PUBLISHED'));
    given(...ofOne({ firstComment: 'First!' }))
      .when({ ...settle, commentPossible: false })
      .then(live, done('PUBLISHED'));
    given(...ofOne())
      .when({ ...settle, commentPossible: true })
      .then(live, done('PUBLISHED'));
  });

  it('is sent only while it is due', () => {
    const start = { type: 'start-send', ...onTwitter, send: firstCommentSend } as const;
    given(...due)
      .when(start)
      .then(started(firstCommentSend));
    given(...withComment)
      .when(start)
      .thenRefused('CONFLICT', /must not be sent/);
  });

  it('ends once: published or failed', () => {
    const published = events.FirstCommentPublished({ ...onTwitter, object });
    const lost = events.FirstCommentFailed({ ...onTwitter, error });
    given(...due)
      .when({ type: 'comment-published', ...onTwitter, object })
      .then(published);
    given(...due)
      .when({ type: 'comment-failed', ...onTwitter, error })
      .then(lost);
    for (const ended of [published, lost]) {
      given(...due, ended)
        .when({ type: 'comment-published', ...onTwitter, object })
        .thenNothing();
      given(...due, ended)
        .when({ type: 'comment-failed', ...onTwitter, error })
        .thenNothing();
    }
  });

  it('is put off, once for each time, while it is due', () => {
    const postpone = { type: 'postpone-comment', ...onTwitter, dueAt: later } as const;
    given(...due)
      .when(postpone)
      .then(commentDue(later));
    given(...due, commentDue(later))
      .when(postpone)
      .thenNothing();
    given(...withComment)
      .when(postpone)
      .thenNothing();
  });
});
