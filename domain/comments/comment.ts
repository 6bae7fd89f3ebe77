import { unreachable, type Decider } from '../kernel/decider.ts';
import { forgotten } from '../kernel/personal.ts';
import { notFound, Refused } from '../kernel/refused.ts';
import type { Platform } from '../platforms/platform.ts';
import {
  CommentEdited,
  CommentForgotten,
  CommentHidden,
  CommentMarkedReplied,
  CommentMarkedUnreplied,
  CommentReceived,
  CommentReplied,
  CommentReplyFailed,
  CommentReplyOutcomeUnknown,
  CommentReplySendStarted,
  CommentUnhidden,
  type CommentEvent,
} from './comment-events.ts';

/** The latest reply of this service to a comment. */
export type CommentReply = Readonly<{
  attempt: string;
  content: string;
  /** `open`: its intent is recorded and its outcome is not. `unknown`: the platform gave no usable answer. */
  status: 'open' | 'unknown' | 'sent' | 'failed';
  /** Present where it was sent. */
  sent?: Readonly<{ replyId: string; replyUrl: string | null }>;
}>;

/** A comment that was not forgotten. */
export type KnownComment = Readonly<{
  kind: 'existing';
  id: string;
  contactId: string;
  accountId: string;
  platform: Platform;
  platformPostId: string;
  platformCommentId: string;
  parentCommentId: string | null;
  content: string;
  replied: boolean;
  hidden: boolean;
  reply: CommentReply | undefined;
  /** The platform's ids of all replies of this service: a look for a lost reply leaves them out. */
  replyIds: readonly string[];
}>;

/**
 * The state of a comment. A forgotten comment is not absent: the next reading of its platform must
 * not create it again.
 */
export type CommentState = Readonly<{ kind: 'absent' }> | KnownComment | Readonly<{ kind: 'forgotten' }>;

export type CommentCommand =
  /** The comment as its platform returns it, for the first time or again. */
  | Readonly<{ type: 'receive-comment' } & Parameters<typeof CommentReceived>[0]>
  /** A person marks whether it is answered; nothing is sent to the platform. */
  | Readonly<{ type: 'mark-replied'; replied: boolean }>
  /** A person hides it or shows it again; the platform has accepted it where `platformSynced`. */
  | Readonly<{ type: 'mark-hidden'; hidden: boolean; platformSynced: boolean }>
  /** The intent to send a reply. Refused while the outcome of another reply is not known. */
  | Readonly<{ type: 'start-reply'; attempt: string; content: string }>
  | Readonly<{ type: 'note-reply-sent'; attempt: string; replyId: string; replyUrl: string | null }>
  | Readonly<{ type: 'note-reply-failed'; attempt: string; code: string; message: string }>
  | Readonly<{ type: 'note-reply-unknown'; attempt: string; message: string }>
  /** The key of its author was destroyed. */
  | Readonly<{ type: 'note-forgotten' }>;

/** Whether a reply may exist on the platform although this service has not recorded it. */
export const isUnsettled = (reply: CommentReply | undefined): reply is CommentReply =>
  reply?.status === 'open' || reply?.status === 'unknown';

const requireThere = (state: CommentState): KnownComment => {
  if (state.kind !== 'existing') throw notFound('comment');
  return state;
};

const decideReplying = (
  command: Extract<CommentCommand, { attempt: string }>,
  state: CommentState,
): readonly CommentEvent[] => {
  const { attempt } = command;
  if (command.type === 'start-reply') {
    const { id: commentId, contactId, reply } = requireThere(state);
    if (reply?.attempt === attempt) return [];
    if (isUnsettled(reply))
      throw new Refused('CONFLICT', 'Another reply to this comment is being sent, or its outcome is not known yet');
    return [CommentReplySendStarted({ commentId, contactId, attempt, content: command.content })];
  }
  if (state.kind !== 'existing') return [];
  const { id: commentId, reply } = state;
  // Another attempt begins only when this one is settled, so a note about another one is late.
  if (reply?.attempt !== attempt || reply.status === 'sent') return [];
  switch (command.type) {
    case 'note-reply-sent': {
      const { replyId, replyUrl } = command;
      return [CommentReplied({ commentId, attempt, replyId, replyUrl })];
    }
    case 'note-reply-failed': {
      const { code, message } = command;
      return isUnsettled(reply) ? [CommentReplyFailed({ commentId, attempt, code, message })] : [];
    }
    case 'note-reply-unknown':
      return reply.status === 'open'
        ? [CommentReplyOutcomeUnknown({ commentId, attempt, message: command.message })]
        : [];
    default:
      return unreachable(command);
  }
};

const withReply = (state: CommentState, attempt: string, change: Partial<CommentReply>): CommentState =>
  state.kind === 'existing' && state.reply?.attempt === attempt
    ? { ...state, reply: { ...state.reply, ...change } }
    : state;

/**
 * `comment-<id>`: one comment of another person on a post of an account. Its id is derived from the
 * account and the platform's own id of the comment. Therefore each comment is one stream that
 * begins once, however often and by however many processes a platform is read.
 */
export const comment: Decider<CommentState, CommentCommand, CommentEvent> = {
  category: 'comment',
  initial: { kind: 'absent' },
  decide: (command, state) => {
    switch (command.type) {
      case 'receive-comment': {
        const { type: _type, ...data } = command;
        if (state.kind === 'absent') return [CommentReceived(data)];
        // An erased text differs from the platform's, which is not an edit.
        if (state.kind === 'forgotten' || state.content === forgotten || state.content === data.content) return [];
        return [CommentEdited({ commentId: state.id, contactId: state.contactId, content: data.content })];
      }
      case 'mark-replied': {
        const { id: commentId, replied } = requireThere(state);
        if (replied === command.replied) return [];
        const mark = command.replied ? CommentMarkedReplied : CommentMarkedUnreplied;
        return [mark({ commentId })];
      }
      case 'mark-hidden': {
        const { id: commentId, hidden } = requireThere(state);
        if (hidden === command.hidden) return [];
        const mark = command.hidden ? CommentHidden : CommentUnhidden;
        return [mark({ commentId, platformSynced: command.platformSynced })];
      }
      case 'start-reply':
      case 'note-reply-sent':
      case 'note-reply-failed':
      case 'note-reply-unknown':
        return decideReplying(command, state);
      case 'note-forgotten':
        return state.kind === 'existing' ? [CommentForgotten({ commentId: state.id })] : [];
      default:
        return unreachable(command);
    }
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'CommentReceived': {
        const { commentId: id, contactId, accountId, platform, content } = event.data;
        const { platformPostId, platformCommentId, parentCommentId } = event.data;
        const native = { platformPostId, platformCommentId, parentCommentId };
        return {
          kind: 'existing',
          id,
          contactId,
          accountId,
          platform,
          content,
          ...native,
          replied: false,
          hidden: false,
          reply: undefined,
          replyIds: [],
        };
      }
      case 'CommentEdited':
        return state.kind === 'existing' ? { ...state, content: event.data.content } : state;
      case 'CommentMarkedReplied':
        return state.kind === 'existing' ? { ...state, replied: true } : state;
      case 'CommentMarkedUnreplied':
        return state.kind === 'existing' ? { ...state, replied: false } : state;
      case 'CommentHidden':
        return state.kind === 'existing' ? { ...state, hidden: true } : state;
      case 'CommentUnhidden':
        return state.kind === 'existing' ? { ...state, hidden: false } : state;
      case 'CommentReplySendStarted': {
        const { attempt, content } = event.data;
        return state.kind === 'existing' ? { ...state, reply: { attempt, content, status: 'open' } } : state;
      }
      case 'CommentReplied': {
        const { attempt, replyId, replyUrl } = event.data;
        const next = withReply(state, attempt, { status: 'sent', sent: { replyId, replyUrl } });
        return next.kind === 'existing' ? { ...next, replied: true, replyIds: [...next.replyIds, replyId] } : next;
      }
      case 'CommentReplyFailed':
        return withReply(state, event.data.attempt, { status: 'failed' });
      case 'CommentReplyOutcomeUnknown':
        return withReply(state, event.data.attempt, { status: 'unknown' });
      case 'CommentForgotten':
        return { kind: 'forgotten' };
      default:
        return unreachable(event);
    }
  },
};
