import { unreachable, type Decider } from '../kernel/decider.ts';
import { notFound } from '../kernel/refused.ts';
import {
  MentionForgotten,
  MentionHidden,
  MentionRead,
  MentionReceived,
  MentionUnhidden,
  type MentionEvent,
} from './mention-events.ts';

/** A forgotten mention is not absent: a repeated webhook must not create it again. */
export type MentionState =
  | Readonly<{ kind: 'absent' }>
  | Readonly<{ kind: 'existing'; id: string; read: boolean; hidden: boolean }>
  | Readonly<{ kind: 'forgotten' }>;

export type MentionCommand =
  /** The mention as its platform reports it, for the first time or again. */
  | Readonly<{ type: 'receive-mention' } & Parameters<typeof MentionReceived>[0]>
  | Readonly<{ type: 'mark-read' }>
  | Readonly<{ type: 'mark-hidden'; hidden: boolean }>
  /** The key of its author was destroyed. */
  | Readonly<{ type: 'note-forgotten' }>;

const requireThere = (state: MentionState) => {
  if (state.kind !== 'existing') throw notFound('mention');
  return state;
};

/** `mention-<id>`: one mention of an account. Its id is derived from the account and the platform's own id. */
export const mention: Decider<MentionState, MentionCommand, MentionEvent> = {
  category: 'mention',
  initial: { kind: 'absent' },
  decide: (command, state) => {
    switch (command.type) {
      case 'receive-mention': {
        const { type: _type, ...data } = command;
        return state.kind === 'absent' ? [MentionReceived(data)] : [];
      }
      case 'mark-read': {
        const { id: mentionId, read } = requireThere(state);
        return read ? [] : [MentionRead({ mentionId })];
      }
      case 'mark-hidden': {
        const { id: mentionId, hidden } = requireThere(state);
        if (hidden === command.hidden) return [];
        return [command.hidden ? MentionHidden({ mentionId }) : MentionUnhidden({ mentionId })];
      }
      case 'note-forgotten':
        return state.kind === 'existing' ? [MentionForgotten({ mentionId: state.id })] : [];
      default:
        return unreachable(command);
    }
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'MentionReceived':
        return { kind: 'existing', id: event.data.mentionId, read: false, hidden: false };
      case 'MentionRead':
        return state.kind === 'existing' ? { ...state, read: true } : state;
      case 'MentionHidden':
        return state.kind === 'existing' ? { ...state, hidden: true } : state;
      case 'MentionUnhidden':
        return state.kind === 'existing' ? { ...state, hidden: false } : state;
      case 'MentionForgotten':
        return { kind: 'forgotten' };
      default:
        return unreachable(event);
    }
  },
};
