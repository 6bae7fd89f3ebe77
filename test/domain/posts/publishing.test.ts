import type { AccountFacts } from '../../../domain/content/account-eligibility.ts';
import * as events from '../../../domain/posts/post-events.ts';
import { post } from '../../../domain/posts/post.ts';
import { specFor } from '../../support/spec.ts';
import { created, due, now, publishing, queued, scheduled, toTwitter } from './a-post.ts';

const given = specFor(post);
const accounts = new Map<string, AccountFacts>();
const publish = { type: 'publish', accounts, now } as const;
const onMastodon = { postPlatformId: 'c-m' } as const;
const object = { nativeId: '9', kind: 'post' } as const;

const live = (postPlatformId: 'c-x' | 'c-m') =>
  events.DestinationPublished({ postPlatformId, platformPostId: '9', publishedAt: now, objects: [object] });
const failed = (postPlatformId: 'c-x' | 'c-m', code = 'PUBLISH_ERROR', exhausted = false) =>
  events.DestinationFailed({ postPlatformId, error: { code, message: 'no' }, exhausted });
const done = (outcome: 'PUBLISHED' | 'PARTIAL' | 'FAILED') => events.PostPublishingCompleted({ outcome, round: 1 });
const run = [created(), publishing()];
const partial = [...run, live('c-x'), failed('c-m'), done('PARTIAL')];
const inDoubt = [...run, live('c-x'), failed('c-m', 'OUTCOME_UNKNOWN'), done('PARTIAL')];
const exhausted = [...run, live('c-x'), failed('c-m', 'PUBLISH_ERROR', true), done('PARTIAL')];
const removing = [...partial, events.PostUnpublishRequested({ copies: [toTwitter], round: 1 })];
const media = { id: 'm1', filename: 'a', contentType: 'image/png', sizeBytes: 9, publicUrl: 'https://x.test/a' };
const fix = { type: 'fix', ...onMastodon, media: [media], now } as const;

describe('publishing a post', () => {
  it('begins with all destinations, and tells the address that waits for the end', () => {
    given(created())
      .when({ ...publish, callbackUrl: 'https://x.test/done' })
      .then(
        events.PostPublishingStarted({
          trigger: 'publish',
          round: 1,
          queued: [queued('c-x'), queued('c-m')],
          callbackUrl: 'https://x.test/done',
        }),
      );
    given(created(), scheduled)
      .when({ type: 'dispatch', now: due })
      .then(
        events.PostPublishingStarted({
          trigger: 'due',
          round: 1,
          queued: [queued('c-x', due), queued('c-m', due)],
        }),
      );
  });

  it('goes on with the destinations that have no live copy', () => {
    given(...partial)
      .when(publish)
      .then(events.PostPublishingStarted({ trigger: 'publish', round: 2, queued: [queued('c-m')] }));
  });

  it('asks a platform that gets nothing more for no rule', () => {
    const long = { content: 'x'.repeat(400) };
    given(created(long), publishing(), live('c-x'), failed('c-m'), done('PARTIAL'))
      .when(publish)
      .thenTypes('PostPublishingStarted');
    given(created(long), publishing(), live('c-m'), failed('c-x'), done('PARTIAL'))
      .when(publish)
      .thenRefused('VALIDATION_ERROR');
  });

  it('is refused with the reason', () => {
    given(...run)
      .when(publish)
      .thenRefused('CONFLICT', /publishing cannot be published/, { status: 'publishing' });
    given(...inDoubt)
      .when(publish)
      .thenRefused('CONFLICT', /resolve the destination/, { unknown: ['c-m'] });
    given(...exhausted)
      .when(publish)
      .thenRefused('CONFLICT', /fix it first/, { exhausted: ['c-m'] });
    given(created({}, []))
      .when(publish)
      .thenRefused('CONFLICT', /No destination is left/);
    given(...removing)
      .when(publish)
      .thenRefused('CONFLICT', /can be published once/);
    const withoutPage = new Map([['c-acc-x', { platform: 'FACEBOOK', status: 'ACTIVE' } as const]]);
    given(created())
      .when({ ...publish, accounts: withoutPage })
      .thenRefused('VALIDATION_ERROR');
  });

  it('pauses for a payment while it is scheduled, and goes on after it', () => {
    const pause = { type: 'pause-for-payment', reason: 'unpaid' } as const;
    const paused = events.PostPaymentPaused({ reason: 'unpaid' });
    given(created(), scheduled).when(pause).then(paused);
    given(created()).when(pause).thenNothing();
    given(created(), scheduled, paused).when({ type: 'resume-after-payment' }).then(events.PostPaymentResumed({}));
    given(created(), scheduled).when({ type: 'resume-after-payment' }).thenNothing();
  });
});

describe('another try of a post', () => {
  const retry = { type: 'retry', now } as const;
  const again = events.PostPublishingStarted({
    trigger: 'retry',
    round: 2,
    queued: [queued('c-m', '2026-03-01T10:02:00.000Z', 1)],
  });

  it('is for destinations that failed or were skipped', () => {
    const skipped = events.DestinationSkipped({ ...onMastodon, skipReason: 'account_disconnected' });
    given(...partial)
      .when(retry)
      .then(again);
    given(...run, live('c-x'), skipped, done('PARTIAL'))
      .when(retry)
      .then(again);
  });

  it('is refused with the reason', () => {
    given(created())
      .when(retry)
      .thenRefused('CONFLICT', /draft cannot be retried/, { status: 'draft' });
    given(...inDoubt)
      .when(retry)
      .thenRefused('CONFLICT', /resolve the destination/, { unknown: ['c-m'] });
    given(...exhausted)
      .when(retry)
      .thenRefused('CONFLICT', /fix it first/, { exhausted: ['c-m'] });
    given(...removing)
      .when(retry)
      .thenRefused('CONFLICT', /can be retried once/);
  });

  it('with new media is for a failed destination whose outcome is known', () => {
    given(...partial)
      .when({ ...fix, postPlatformId: 'c-x' })
      .thenRefused('CONFLICT', /Only a failed destination/);
    given(...partial)
      .when({ ...fix, postPlatformId: 'c-other' })
      .thenRefused('NOT_FOUND', /^Destination not found$/);
    given(...inDoubt)
      .when(fix)
      .thenRefused('CONFLICT', /resolve the destination/, { unknown: ['c-m'] });
    given(...run)
      .when(fix)
      .thenRefused('CONFLICT', /publishing cannot be fixed/);
    given(...removing)
      .when(fix)
      .thenRefused('CONFLICT', /can be fixed once/);
  });
});

describe('a person who checked an unknown outcome', () => {
  const resolve = { type: 'resolve', ...onMastodon, now } as const;
  const found = { platformPostId: '77', platformPostUrl: 'https://x.test/77' };

  it('records that nothing was published', () => {
    given(...inDoubt)
      .when({ ...resolve, outcome: 'not_published' })
      .then(events.DestinationResolved({ ...onMastodon, outcome: 'not_published' }));
  });

  it('records the live post, which ends the run', () => {
    given(...inDoubt)
      .when({ ...resolve, outcome: 'published', ...found })
      .then(
        events.DestinationResolved({ ...onMastodon, outcome: 'published', ...found }),
        events.DestinationPublished({
          ...onMastodon,
          ...found,
          publishedAt: now,
          objects: [{ nativeId: '77', kind: 'post', url: found.platformPostUrl }],
        }),
        done('PUBLISHED'),
      );
  });

  it('names the post, of a destination whose outcome is unknown', () => {
    given(...inDoubt)
      .when({ ...resolve, outcome: 'published' })
      .thenRefused('VALIDATION_ERROR', /platformPostId is required/, { field: 'platformPostId' });
    given(...partial)
      .when({ ...resolve, outcome: 'published', ...found })
      .thenRefused('CONFLICT', /is known/);
    given(...run, failed('c-m', 'OUTCOME_UNKNOWN'))
      .when({ ...resolve, outcome: 'published', ...found })
      .thenRefused('CONFLICT', /publishing cannot be resolved/);
  });
});
