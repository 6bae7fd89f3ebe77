import type { CommentEvent } from '../comments/comment-events.ts';
import { unreachable } from '../kernel/decider.ts';
import type { Recorded } from '../kernel/event.ts';
import type { MentionEvent } from '../mentions/mention-events.ts';
import type { ReviewEvent } from '../reviews/review-events.ts';
import type { Outbound } from './outbound.ts';

const handles = ['CommentReceived', 'CommentReplied', 'MentionReceived', 'ReviewReceived'] as const;
type InboxEvent = Extract<CommentEvent | MentionEvent | ReviewEvent, { type: (typeof handles)[number] }>;

const replied = (
  { data: { commentId, replyId, replyUrl } }: Extract<Recorded<InboxEvent>, { type: 'CommentReplied' }>,
  history: readonly Recorded<InboxEvent>[],
) => {
  const received = history.find((event) => event.type === 'CommentReceived')?.data;
  const { accountId = null, postId = null, platform = null } = received ?? {};
  return { commentId, accountId, postId, platform, replyId, replyUrl };
};

/** Comments, mentions and reviews, as webhooks publish them. */
export const outboundInbox: Outbound<InboxEvent> = {
  handles,
  typesOf: ({ type }) => {
    switch (type) {
      case 'CommentReceived':
        return ['comment.received'];
      case 'CommentReplied':
        return ['comment.replied'];
      case 'MentionReceived':
        return ['mention.received'];
      case 'ReviewReceived':
        return ['review.received'];
      default:
        return unreachable(type);
    }
  },
  dataOf: (_, event, history) => {
    switch (event.type) {
      case 'CommentReceived': {
        const { author, ...comment } = event.data;
        return { ...comment, author: { id: author.id, username: author.username } };
      }
      case 'CommentReplied':
        return replied(event, history);
      case 'MentionReceived':
        return { ...event.data, postId: event.data.postId ?? null };
      case 'ReviewReceived': {
        const { reviewId, accountId, platformReviewId, reviewerName, rating, content } = event.data;
        const { locationPath, locationName, platformCreatedAt } = event.data;
        return {
          reviewId,
          accountId,
          platformReviewId,
          reviewerName,
          rating,
          content,
          locationPath,
          locationName,
          platformCreatedAt,
        };
      }
      default:
        return unreachable(event);
    }
  },
};
