import { defined } from '../kernel/defined.ts';
import type { SegmentRules } from '../broadcasts/broadcast-fields.ts';
import { unreachable, type ViewFold } from '../kernel/decider.ts';
import type { AudienceEvent } from './audience-events.ts';

/** A saved audience as answers show it. */
export type AudienceView = Readonly<{
  id: string;
  workspaceId: string;
  name: string;
  description: string | null;
  segmentRules: SegmentRules;
  createdAt: string;
  updatedAt: string;
}>;

export const audienceView: ViewFold<AudienceView, AudienceEvent> = {
  evolve: (view, event) => {
    const at = event.meta.occurredAt;
    switch (event.type) {
      case 'AudienceCreated': {
        const { audienceId: id, ...content } = event.data;
        return { id, workspaceId: event.meta.workspaceId, ...content, createdAt: at, updatedAt: at };
      }
      case 'AudienceChanged':
        return view && { ...view, ...defined(event.data), updatedAt: at };
      case 'AudienceDeleted':
        return undefined;
      default:
        return unreachable(event);
    }
  },
};
