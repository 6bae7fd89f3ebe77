import { defined } from '../kernel/defined.ts';
import { unreachable, type ViewFold } from '../kernel/decider.ts';
import type { AutomationContent, AutomationEvent } from './automation-events.ts';

/** A comment automation as answers show it. */
export type AutomationView = AutomationContent &
  Readonly<{
    id: string;
    workspaceId: string;
    isActive: boolean;
    activeSince: string | null;
    createdAt: string;
    updatedAt: string;
  }>;

export const automationView: ViewFold<AutomationView, AutomationEvent> = {
  evolve: (view, event) => {
    const at = event.meta.occurredAt;
    switch (event.type) {
      case 'CommentAutomationCreated': {
        const { automationId: id, activeSince, ...content } = event.data;
        const times = { createdAt: at, updatedAt: at };
        return {
          id,
          workspaceId: event.meta.workspaceId,
          ...content,
          isActive: activeSince !== null,
          activeSince,
          ...times,
        };
      }
      case 'CommentAutomationChanged':
        return view && { ...view, ...defined(event.data), updatedAt: at };
      case 'CommentAutomationSwitched': {
        const { activeSince } = event.data;
        return view && { ...view, isActive: activeSince !== null, activeSince, updatedAt: at };
      }
      case 'CommentAutomationDeleted':
        return undefined;
      default:
        return unreachable(event);
    }
  },
};
