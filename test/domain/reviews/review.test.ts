import { forgotten } from '../../../domain/kernel/personal.ts';
import { review } from '../../../domain/reviews/review.ts';
import {
  ReviewEdited,
  ReviewForgotten,
  ReviewRead,
  ReviewReceived,
  ReviewReplied,
  ReviewReplyFailed,
  ReviewReplySendStarted,
} from '../../../domain/reviews/review-events.ts';
import { specFor } from '../../support/spec.ts';

const given = specFor(review);
const of = { reviewId: 'r1', contactId: 'p1' };
const shown = {
  ...of,
  accountId: 'a1',
  platformReviewId: '1',
  reviewerName: 'Zoe',
  reviewerAvatarUrl: null,
  rating: 4,
  content: 'Good',
  locationPath: 'l1',
  locationName: null,
  platformCreatedAt: '2026-01-01T00:00:00.000Z',
};
const received = ReviewReceived(shown);
const receive = (change: Partial<typeof shown> = {}, replyContent: string | null = null) =>
  ({ type: 'receive-review', ...shown, ...change, replyContent }) as const;
const start = (content = 'Thanks') => ({ type: 'start-reply', content }) as const;
const replied = ReviewReplied({ ...of, content: 'Thanks' });
const started = ReviewReplySendStarted({ ...of, content: 'Thanks' });

describe('a review', () => {
  it('is received once, with the reply that its platform shows', () => {
    given().when(receive()).then(received);
    given().when(receive({}, 'Thanks')).then(received, replied);
    given(received, replied).when(receive({}, 'Thanks')).thenNothing();
  });

  it('follows its platform, but not while a reply is sent, nor when it was erased', () => {
    given(received)
      .when(receive({ rating: 1 }))
      .then(ReviewEdited({ ...of, rating: 1, content: 'Good' }));
    given(received, replied, ReviewReplySendStarted({ ...of, content: 'Thank you' }))
      .when(receive({}, 'Thanks'))
      .thenNothing();
    given(ReviewReceived({ ...shown, content: forgotten }))
      .when(receive())
      .thenNothing();
    given(received, ReviewForgotten({ reviewId: 'r1' }))
      .when(receive())
      .thenNothing();
  });

  it('has one reply, whose intent comes before its outcome', () => {
    given(received).when(start()).then(started);
    given(received, started).when({ type: 'note-replied', content: 'Thanks' }).then(replied);
    given(received, started)
      .when({ type: 'note-reply-failed', code: 'PUBLISH_ERROR', message: 'No' })
      .then(ReviewReplyFailed({ reviewId: 'r1', code: 'PUBLISH_ERROR', message: 'No' }));
    given().when(start()).thenRefused('NOT_FOUND');
  });

  it('is read once, at the latest by its reply', () => {
    given(received)
      .when({ type: 'mark-read' })
      .then(ReviewRead({ reviewId: 'r1' }));
    given(received, replied).when({ type: 'mark-read' }).thenNothing();
  });
});
