import { defined } from '../kernel/defined.ts';
import { unreachable, type Decider } from '../kernel/decider.ts';
import { changedFields } from '../kernel/changed-fields.ts';
import { notFound, Refused } from '../kernel/refused.ts';
import {
  CommentAutomationChanged,
  CommentAutomationCreated,
  CommentAutomationDeleted,
  CommentAutomationSwitched,
  type AutomationActions,
  type AutomationContent,
  type AutomationEvent,
} from './automation-events.ts';

export type Automation = AutomationContent & Readonly<{ id: string; activeSince: string | null }>;
export type AutomationState =
  | Readonly<{ kind: 'absent' }>
  | (Readonly<{ kind: 'existing' }> & Automation)
  | Readonly<{ kind: 'deleted' }>;

/** Absent fields do not change. */
type Changes = Readonly<{ [Name in keyof AutomationContent]?: AutomationContent[Name] | undefined }>;

export type AutomationCommand =
  | Readonly<{
      type: 'create-automation';
      automationId: string;
      content: AutomationContent;
      isActive: boolean;
      now: string;
    }>
  | Readonly<{ type: 'change-automation'; changes: Changes; isActive?: boolean | undefined; now: string }>
  | Readonly<{ type: 'delete-automation' }>;

const refuseIdle = ({ reply, directMessage, tags, sequenceId }: AutomationActions): void => {
  if (reply !== null || directMessage !== null || tags.length > 0 || sequenceId !== null) return;
  throw new Refused('VALIDATION_ERROR', 'actions: give at least one', { field: 'actions' });
};

const writable = ({ keywords, actions, ...rest }: AutomationContent) => ({
  ...rest,
  keywords: [...keywords],
  actions: { ...actions, tags: [...actions.tags] },
});

const decide = (command: AutomationCommand, state: AutomationState): readonly AutomationEvent[] => {
  if (command.type === 'create-automation') {
    const { automationId, content, isActive, now } = command;
    refuseIdle(content.actions);
    if (state.kind !== 'absent') return [];
    return [CommentAutomationCreated({ automationId, ...writable(content), activeSince: isActive ? now : null })];
  }
  if (state.kind === 'deleted' && command.type === 'delete-automation') return [];
  if (state.kind !== 'existing') throw notFound('comment automation');
  switch (command.type) {
    case 'change-automation': {
      const { changes, isActive, now } = command;
      const different = changedFields<AutomationContent>(state, changes);
      if (different?.actions) refuseIdle(different.actions);
      const isSwitched = isActive !== undefined && isActive !== (state.activeSince !== null);
      return [
        ...(different ? [CommentAutomationChanged(different as Parameters<typeof CommentAutomationChanged>[0])] : []),
        ...(isSwitched ? [CommentAutomationSwitched({ activeSince: isActive ? now : null })] : []),
      ];
    }
    case 'delete-automation':
      return [CommentAutomationDeleted({ automationId: state.id })];
    default:
      return unreachable(command);
  }
};

const evolve = (state: AutomationState, event: AutomationEvent): AutomationState => {
  if (event.type === 'CommentAutomationCreated') {
    const { automationId: id, ...data } = event.data;
    return { kind: 'existing', id, ...data };
  }
  if (state.kind !== 'existing') return state;
  switch (event.type) {
    case 'CommentAutomationChanged':
      return { ...state, ...defined(event.data) };
    case 'CommentAutomationSwitched':
      return { ...state, activeSince: event.data.activeSince };
    case 'CommentAutomationDeleted':
      return { kind: 'deleted' };
    default:
      return unreachable(event);
  }
};

/** `commentAutomation-<id>`: a rule. What it did for each person is in a stream of its own. */
export const commentAutomation: Decider<AutomationState, AutomationCommand, AutomationEvent> = {
  category: 'commentAutomation',
  initial: { kind: 'absent' },
  decide,
  evolve,
};
