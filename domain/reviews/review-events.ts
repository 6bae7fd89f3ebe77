import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';

const Rating = z.int().min(1).max(5);
/** The reviewer's contact: erasing that person erases the personal data of their reviews. */
const contactId = z.string().min(1);

export const ReviewReceived = defineEvent(
  'ReviewReceived',
  z.object({
    reviewId: z.string(),
    contactId,
    accountId: z.string(),
    platformReviewId: z.string(),
    reviewerName: z.string(),
    reviewerAvatarUrl: z.string().nullable(),
    rating: Rating,
    content: z.string().nullable(),
    locationPath: z.string(),
    locationName: z.string().nullable(),
    /** ISO 8601, when it was written; never later than it was received. */
    platformCreatedAt: z.string(),
  }),
  {
    description: 'A person reviewed a location of an account.',
    personal: { subject: 'contactId', fields: ['platformReviewId', 'reviewerName', 'reviewerAvatarUrl', 'content'] },
  },
);

export const ReviewEdited = defineEvent(
  'ReviewEdited',
  z.object({ reviewId: z.string(), contactId, rating: Rating, content: z.string().nullable() }),
  {
    description: 'The author of a review changed its rating or its text.',
    personal: { subject: 'contactId', fields: ['content'] },
  },
);

export const ReviewRead = defineEvent('ReviewRead', z.object({ reviewId: z.string() }), {
  description: 'A review was read.',
});

const Reply = z.object({ reviewId: z.string(), contactId, content: z.string() });
// A reply mostly addresses its reader by name.
const replyIsPersonal = { subject: 'contactId', fields: ['content'] } as const;

export const ReviewReplySendStarted = defineEvent('ReviewReplySendStarted', Reply, {
  description: 'A reply to a review is about to be sent. A review has one reply, so that sending again replaces it.',
  personal: replyIsPersonal,
});

export const ReviewReplied = defineEvent('ReviewReplied', Reply, {
  description: 'A review has this reply on its platform.',
  personal: replyIsPersonal,
});

export const ReviewReplyFailed = defineEvent(
  'ReviewReplyFailed',
  z.object({ reviewId: z.string(), code: z.string(), message: z.string() }),
  { description: 'A reply to a review was not taken by its platform, or it is not known whether it was.' },
);

export const ReviewForgotten = defineEvent('ReviewForgotten', z.object({ reviewId: z.string() }), {
  description: 'A review can no longer be read: its words and its author were erased.',
});

export const reviewEvents = [
  ReviewReceived,
  ReviewEdited,
  ReviewRead,
  ReviewReplySendStarted,
  ReviewReplied,
  ReviewReplyFailed,
  ReviewForgotten,
] as const;
export type ReviewEvent = EventOf<(typeof reviewEvents)[number]>;
