import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { reviews } from '../../../projections/reviews/reviews.ts';

const given = specFor(reviews);

const stream = 'review-r1';
const of = { reviewId: 'r1', contactId: 'x1' };
const received = event(
  'ReviewReceived',
  {
    ...of,
    accountId: 'a1',
    platformReviewId: '2',
    reviewerName: 'Ada',
    reviewerAvatarUrl: null,
    rating: 4,
    content: 'Good',
    locationPath: 'l1',
    locationName: null,
    platformCreatedAt: '2026-03-01T00:00:00.000Z',
  },
  { stream, workspaceId: 'w1' },
);

describe('the read model reviews', () => {
  it('has a row for a review, neither read nor answered at first', () =>
    given().when(received).then({ id: 'r1', workspace_id: 'w1', rating: 4, read: false, replied: false }));

  it('follows edits, reading and the reply', () => {
    const edited = event('ReviewEdited', { ...of, rating: 2, content: 'Bad' }, { stream });
    given(received).when(edited).then({ rating: 2 });
    given(received)
      .when(event('ReviewRead', { reviewId: 'r1' }, { stream }))
      .then({ read: true, replied: false });
    const sent = event('ReviewReplySendStarted', { ...of, content: 'Thanks' }, { stream });
    given(received).when(sent).then({ replied: false });
    given(received, sent)
      .when(event('ReviewReplied', { ...of, content: 'Thanks' }, { stream }))
      .then({ read: true, replied: true });
  });

  it('drops a forgotten review', () =>
    given(received)
      .when(event('ReviewForgotten', { reviewId: 'r1' }, { stream }))
      .thenNoRows());
});
