import { unreachable, type Decider } from '../kernel/decider.ts';
import { forgotten } from '../kernel/personal.ts';
import { notFound } from '../kernel/refused.ts';
import {
  ReviewEdited,
  ReviewForgotten,
  ReviewRead,
  ReviewReceived,
  ReviewReplied,
  ReviewReplyFailed,
  ReviewReplySendStarted,
  type ReviewEvent,
} from './review-events.ts';

export type KnownReview = Readonly<{
  kind: 'existing';
  id: string;
  contactId: string;
  accountId: string;
  platformReviewId: string;
  rating: number;
  content: string | null;
  read: boolean;
  /** The reply that the platform shows. */
  replyContent: string | null;
  /** The reply that is being sent. */
  sending: string | null;
}>;

/** A forgotten review is not absent: the next reading of its platform must not create it again. */
export type ReviewState = Readonly<{ kind: 'absent' }> | KnownReview | Readonly<{ kind: 'forgotten' }>;

export type ReviewCommand =
  /** The review as its platform returns it, with the reply it shows. */
  | Readonly<{ type: 'receive-review'; replyContent: string | null } & Parameters<typeof ReviewReceived>[0]>
  | Readonly<{ type: 'mark-read' }>
  | Readonly<{ type: 'start-reply'; content: string }>
  | Readonly<{ type: 'note-replied'; content: string }>
  | Readonly<{ type: 'note-reply-failed'; code: string; message: string }>
  /** The key of its author was destroyed. */
  | Readonly<{ type: 'note-forgotten' }>;

const requireThere = (state: ReviewState): KnownReview => {
  if (state.kind !== 'existing') throw notFound('review');
  return state;
};

const decideReceiving = (
  command: Extract<ReviewCommand, { type: 'receive-review' }>,
  state: ReviewState,
): readonly ReviewEvent[] => {
  const { type: _type, replyContent, ...data } = command;
  const { reviewId, contactId, rating, content } = data;
  const replied = (shown: string | null) =>
    replyContent !== null && replyContent !== shown
      ? [ReviewReplied({ reviewId, contactId, content: replyContent })]
      : [];
  if (state.kind === 'absent') return [ReviewReceived(data), ...replied(null)];
  // An erased text differs from the platform's, which is not an edit.
  if (state.kind === 'forgotten' || state.content === forgotten) return [];
  const isEdited = state.rating !== rating || state.content !== content;
  return [
    ...(isEdited ? [ReviewEdited({ reviewId, contactId, rating, content })] : []),
    // While a reply is sent, the platform may still show the one before.
    ...(state.sending === null ? replied(state.replyContent) : []),
  ];
};

/** `review-<id>`: one review of a location. Its id is derived from the account and the platform's own id. */
export const review: Decider<ReviewState, ReviewCommand, ReviewEvent> = {
  category: 'review',
  initial: { kind: 'absent' },
  decide: (command, state) => {
    switch (command.type) {
      case 'receive-review':
        return decideReceiving(command, state);
      case 'mark-read': {
        const { id: reviewId, read } = requireThere(state);
        return read ? [] : [ReviewRead({ reviewId })];
      }
      case 'start-reply': {
        const { id: reviewId, contactId, sending } = requireThere(state);
        const { content } = command;
        return sending === content ? [] : [ReviewReplySendStarted({ reviewId, contactId, content })];
      }
      case 'note-replied': {
        const { id: reviewId, contactId, replyContent, sending } = requireThere(state);
        const { content } = command;
        if (replyContent === content && sending === null) return [];
        return [ReviewReplied({ reviewId, contactId, content })];
      }
      case 'note-reply-failed': {
        if (state.kind !== 'existing' || state.sending === null) return [];
        const { code, message } = command;
        return [ReviewReplyFailed({ reviewId: state.id, code, message })];
      }
      case 'note-forgotten':
        return state.kind === 'existing' ? [ReviewForgotten({ reviewId: state.id })] : [];
      default:
        return unreachable(command);
    }
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'ReviewReceived': {
        const { reviewId: id, contactId, accountId, platformReviewId, rating, content } = event.data;
        const facts = { id, contactId, accountId, platformReviewId, rating, content };
        return { kind: 'existing', ...facts, read: false, replyContent: null, sending: null };
      }
      case 'ReviewEdited': {
        const { rating, content } = event.data;
        return state.kind === 'existing' ? { ...state, rating, content } : state;
      }
      case 'ReviewRead':
        return state.kind === 'existing' ? { ...state, read: true } : state;
      case 'ReviewReplySendStarted':
        return state.kind === 'existing' ? { ...state, sending: event.data.content } : state;
      case 'ReviewReplied':
        return state.kind === 'existing'
          ? { ...state, read: true, replyContent: event.data.content, sending: null }
          : state;
      case 'ReviewReplyFailed':
        return state.kind === 'existing' ? { ...state, sending: null } : state;
      case 'ReviewForgotten':
        return { kind: 'forgotten' };
      default:
        return unreachable(event);
    }
  },
};
