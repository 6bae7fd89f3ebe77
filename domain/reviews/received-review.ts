import type { NativeReview } from '../platforms/community.ts';
import { addressOr, instantWithin, storableText } from '../platforms/foreign-text.ts';
import type { ReviewCommand } from './review.ts';

type Received = Readonly<{
  review: NativeReview;
  accountId: string;
  reviewId: string;
  contactId: string;
  /** ISO 8601, on the workspace's clock. */
  now: string;
}>;

const textOrNull = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : storableText(text);

/** A platform's review in the form in which this service stores it. */
export const receivedReview = ({
  review: { nativeId, reviewerName, reviewerAvatarUrl, rating, text, locationPath, locationName, createdAt, replyText },
  accountId,
  reviewId,
  contactId,
  now,
}: Received): Extract<ReviewCommand, { type: 'receive-review' }> => ({
  type: 'receive-review',
  reviewId,
  contactId,
  accountId,
  platformReviewId: nativeId,
  reviewerName: storableText(reviewerName),
  reviewerAvatarUrl: addressOr(null, reviewerAvatarUrl),
  rating,
  content: textOrNull(text),
  locationPath: storableText(locationPath),
  locationName: textOrNull(locationName),
  platformCreatedAt: instantWithin(createdAt, now),
  replyContent: textOrNull(replyText),
});
