import type { Decider } from '../kernel/decider.ts';
import { notFound } from '../kernel/refused.ts';
import type { PostCommand } from './commands.ts';
import { decideApproval } from './decide-approval.ts';
import { decideEditing } from './decide-editing.ts';
import { decidePublishing } from './decide-publishing.ts';
import { decideSending } from './decide-sending.ts';
import { decideUnpublishing } from './decide-unpublishing.ts';
import type { PostEvent } from './post-events.ts';
import { absent, evolve, type PostState } from './state.ts';

/** A post: its content, its schedule, and the history of each destination, in one stream. */
export const post: Decider<PostState, PostCommand, PostEvent> = {
  category: 'post',
  initial: absent,
  evolve,
  decide: (command, state) => {
    switch (command.type) {
      case 'create':
      case 'edit':
      case 'cancel':
      case 'delete':
      case 'archive':
        return decideEditing(command, state);
      default:
        break;
    }
    if (state.kind !== 'existing') throw notFound('Post');
    switch (command.type) {
      case 'publish':
      case 'dispatch':
      case 'retry':
      case 'fix':
      case 'resolve':
      case 'pause-for-payment':
      case 'resume-after-payment':
        return decidePublishing(command, state);
      case 'start-approval':
      case 'approve-step':
      case 'reject-step':
      case 'withdraw-approval':
        return decideApproval(command, state);
      case 'unpublish':
      case 'removal-settled':
      case 'removal-held-up':
        return decideUnpublishing(command, state);
      default:
        return decideSending(command, state);
    }
  },
};
