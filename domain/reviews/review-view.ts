import { z } from 'zod';
import { PlatformKey } from '../platforms/platform.ts';
import type { Account } from '../accounts/account-view.ts';
import { unreachable, type ViewFold } from '../kernel/decider.ts';
import type { ReviewEvent } from './review-events.ts';

/** A review as clients see it. */
export const Review = z
  .object({
    id: z.string(),
    workspaceId: z.string(),
    accountId: z.string(),
    platformReviewId: z.string(),
    reviewerName: z.string(),
    reviewerAvatarUrl: z.string().nullable(),
    rating: z.int(),
    content: z.string().nullable(),
    locationPath: z.string(),
    locationName: z.string().nullable(),
    platformCreatedAt: z.string(),
    createdAt: z.string(),
    read: z.boolean(),
    replied: z.boolean(),
    repliedAt: z.string().nullable(),
    replyContent: z.string().nullable(),
    account: z.object({ id: z.string(), username: z.string(), displayName: z.string(), platform: PlatformKey }),
  })
  .meta({ id: 'Review' });
export type Review = Readonly<z.infer<typeof Review>>;

/** The fold behind `Review`. */
export type ReviewView = Readonly<Omit<Review, 'account' | 'replied'> & { contactId: string }>;

export const reviewView: ViewFold<ReviewView, ReviewEvent> = {
  evolve: (view, event) => {
    switch (event.type) {
      case 'ReviewReceived': {
        const { reviewId: id, ...received } = event.data;
        const { workspaceId, occurredAt: createdAt } = event.meta;
        return { id, workspaceId, ...received, createdAt, read: false, repliedAt: null, replyContent: null };
      }
      case 'ReviewEdited': {
        const { rating, content } = event.data;
        return view && { ...view, rating, content };
      }
      case 'ReviewRead':
        return view && { ...view, read: true };
      case 'ReviewReplied':
        return view && { ...view, read: true, repliedAt: event.meta.occurredAt, replyContent: event.data.content };
      case 'ReviewReplySendStarted':
      case 'ReviewReplyFailed':
        return view;
      case 'ReviewForgotten':
        return undefined;
      default:
        return unreachable(event);
    }
  },
};

export const presentReview = (
  { contactId: _contact, ...view }: ReviewView,
  { id, username, displayName, platform }: Account,
): Review => ({ ...view, replied: view.repliedAt !== null, account: { id, username, displayName, platform } });
