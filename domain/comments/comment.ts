import { unreachable, type Decider } from '../kernel/decider.ts';
import { forgotten } from '../kernel/personal.ts';
import { notFound } from '../kernel/refused.ts';
import {
  CommentEdited,
  CommentForgotten,
  CommentMarkedReplied,
  CommentMarkedUnreplied,
  CommentReceived,
  type CommentEvent,
} from './comment-events.ts';

/**
 * The state of a comment. A forgotten comment is not absent: the next reading of its platform must
 * not create it again.
 */
export type CommentState =
  | Readonly<{ is: 'absent' }>
  | Readonly<{ is: 'there'; id: string; contactId: string; content: string; replied: boolean }>
  | Readonly<{ is: 'forgotten' }>;

export type CommentCommand =
  /** The comment as its platform returns it, for the first time or again. */
  | Readonly<{ type: 'receive-comment' } & Parameters<typeof CommentReceived>[0]>
  /** A person marks whether it is answered; nothing is sent to the platform. */
  | Readonly<{ type: 'mark-replied'; replied: boolean }>
  /** The key of its author was destroyed. */
  | Readonly<{ type: 'note-forgotten' }>;

/**
 * `comment-<id>`: one comment of another person on a post of an account. Its id is derived from the
 * account and the platform's own id of the comment. Therefore each comment is one stream that
 * begins once, however often and by however many processes a platform is read.
 */
export const comment: Decider<CommentState, CommentCommand, CommentEvent> = {
  category: 'comment',
  initial: { is: 'absent' },
  decide: (command, state) => {
    switch (command.type) {
      case 'receive-comment': {
        const { type: _type, ...data } = command;
        if (state.is === 'absent') return [CommentReceived(data)];
        // An erased text differs from the platform's, which is not an edit.
        if (state.is === 'forgotten' || state.content === forgotten || state.content === data.content) return [];
        return [CommentEdited({ commentId: state.id, contactId: state.contactId, content: data.content })];
      }
      case 'mark-replied': {
        if (state.is !== 'there') throw notFound('comment');
        if (state.replied === command.replied) return [];
        const mark = command.replied ? CommentMarkedReplied : CommentMarkedUnreplied;
        return [mark({ commentId: state.id })];
      }
      case 'note-forgotten':
        return state.is === 'there' ? [CommentForgotten({ commentId: state.id })] : [];
      default:
        return unreachable(command);
    }
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'CommentReceived': {
        const { commentId: id, contactId, content } = event.data;
        return { is: 'there', id, contactId, content, replied: false };
      }
      case 'CommentEdited':
        return state.is === 'there' ? { ...state, content: event.data.content } : state;
      case 'CommentMarkedReplied':
        return state.is === 'there' ? { ...state, replied: true } : state;
      case 'CommentMarkedUnreplied':
        return state.is === 'there' ? { ...state, replied: false } : state;
      case 'CommentForgotten':
        return { is: 'forgotten' };
      default:
        return unreachable(event);
    }
  },
};
