import * as events from '../../../domain/posts/post-events.ts';
import { post } from '../../../domain/posts/post.ts';
import { specFor } from '../../support/spec.ts';
import { created, now, publishing, toTwitter } from './a-post.ts';

const given = specFor(post);

describe('post: a removal the platform holds up', () => {
  const objects = ['1', '2', '3'].map((nativeId) => ({ nativeId, kind: 'post' as const }));
  const thread = events.DestinationPublished({
    postPlatformId: 'c-x',
    platformPostId: '1',
    publishedAt: now,
    objects,
  });
  const asked = events.PostUnpublishRequested({ copies: [toTwitter], round: 1 });
  const only = [
    created({}, [toTwitter]),
    publishing('c-x'),
    thread,
    events.PostPublishingCompleted({ outcome: 'PUBLISHED', round: 1 }),
    asked,
  ];
  const error = { code: 'PLATFORM_RATE_LIMIT', message: 'Too many requests' };
  const gone = (nativeId: string) => ({ nativeId, removed: true }) as const;
  const kept = (nativeId: string) =>
    ({ nativeId, removed: false, reason: 'delete_not_confirmed', detail: error.message }) as const;
  const heldUp = (retries: number, retryAfterSeconds?: number) =>
    ({
      type: 'removal-held-up',
      postPlatformId: 'c-x',
      error,
      now,
      retries,
      removals: [gone('3'), kept('2'), kept('1')],
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    }) as const;
  const minutes = (count: number) => new Date(Date.parse(now) + count * 60_000).toISOString();
  const postponed = (retry: number, dueAt: string) =>
    events.DestinationRemovalPostponed({
      postPlatformId: 'c-x',
      removals: [gone('3')],
      retry,
      dueAt,
      error,
      round: 1,
    });

  it('is put off to the ladder, or to where the platform asks, whichever is later', () => {
    given(...only)
      .when(heldUp(0))
      .then(postponed(1, minutes(2)));
    given(...only)
      .when(heldUp(0, 30))
      .then(postponed(1, minutes(2)));
    given(...only)
      .when(heldUp(0, 15 * 60))
      .then(postponed(1, minutes(15)));
    given(...only, postponed(1, minutes(2)))
      .when(heldUp(1))
      .then(postponed(2, minutes(4)));
  });

  it('is counted once, and only while it is under way', () => {
    given(...only, postponed(1, minutes(2)))
      .when(heldUp(0))
      .thenNothing();
    given(...only.slice(0, -1))
      .when(heldUp(0))
      .thenNothing();
  });

  it('keeps what was removed before the wait, and ends with every copy', () => {
    const rest = { type: 'removal-settled', postPlatformId: 'c-x', removals: [gone('2'), gone('1')] } as const;
    given(...only, postponed(1, minutes(2)))
      .when(rest)
      .then(
        events.DestinationRemovalSettled({
          postPlatformId: 'c-x',
          round: 1,
          removals: [gone('3'), gone('2'), gone('1')],
        }),
        events.PostUnpublishCompleted({ outcome: 'unpublished', round: 1 }),
      );
  });

  it('ends with the remaining items once the retries are exhausted', () => {
    const third = postponed(3, minutes(8));
    given(...only, third)
      .when(heldUp(3))
      .then(
        events.DestinationRemovalSettled({
          postPlatformId: 'c-x',
          round: 1,
          removals: [gone('3'), kept('2'), kept('1')],
        }),
        events.PostUnpublishCompleted({ outcome: 'partial', round: 1 }),
      );
  });

  it('waits again after a second request, which covers only the remaining items', () => {
    const ended = events.DestinationRemovalSettled({
      postPlatformId: 'c-x',
      round: 1,
      removals: [gone('3'), kept('2'), kept('1')],
    });
    const partly = events.PostUnpublishCompleted({ outcome: 'partial', round: 1 });
    const again = events.PostUnpublishRequested({ copies: [toTwitter], round: 2 });
    given(...only, postponed(3, minutes(8)), ended, partly, again)
      .when(heldUp(0))
      .thenTypes('DestinationRemovalPostponed');
  });
});
