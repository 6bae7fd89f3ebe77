import { unreachable, type ViewFold } from '../kernel/decider.ts';
import type { Platform } from '../platforms/platform.ts';
import type { BroadcastContent, BroadcastEvent } from './broadcast-events.ts';
import type { BroadcastStatus, SegmentRules } from './broadcast-fields.ts';

/** A broadcast as answers show it, without the counts of its deliveries. */
export type BroadcastView = Readonly<{
  id: string;
  workspaceId: string;
  name: string;
  messageTemplate: string;
  platforms: readonly Platform[];
  socialAccountId: string | null;
  segmentRules: SegmentRules;
  status: BroadcastStatus;
  totalContacts: number;
  /** Why it could not be sent at its time. */
  error: Readonly<{ code: string; message: string }> | null;
  scheduledFor: string | null;
  sentAt: string | null;
  createdAt: string;
  updatedAt: string;
}>;

export const broadcastView: ViewFold<BroadcastView, BroadcastEvent> = {
  evolve: (view, event) => {
    const updatedAt = event.meta.occurredAt;
    if (event.type === 'BroadcastCreated') {
      const { broadcastId: id, sender, name, messageTemplate, platforms, segmentRules } = event.data;
      return {
        id,
        workspaceId: event.meta.workspaceId,
        name,
        messageTemplate,
        platforms,
        socialAccountId: sender?.accountId ?? null,
        segmentRules,
        status: 'DRAFT',
        totalContacts: 0,
        error: null,
        scheduledFor: null,
        sentAt: null,
        createdAt: updatedAt,
        updatedAt,
      };
    }
    if (!view) return undefined;
    switch (event.type) {
      case 'BroadcastChanged': {
        const { sender, ...rest } = event.data as Partial<BroadcastContent>;
        const changed = { ...view, ...rest, updatedAt };
        return sender === undefined ? changed : { ...changed, socialAccountId: sender?.accountId ?? null };
      }
      case 'BroadcastScheduled':
        return { ...view, status: 'SCHEDULED', scheduledFor: event.data.scheduledFor, updatedAt };
      case 'BroadcastUnscheduled':
        return { ...view, status: 'DRAFT', scheduledFor: null, updatedAt };
      case 'BroadcastSendingStarted': {
        const { contacts: totalContacts, startedAt: sentAt } = event.data;
        return { ...view, status: 'SENDING', totalContacts, error: null, sentAt, updatedAt };
      }
      case 'BroadcastSendRefused':
        return { ...view, status: 'FAILED', error: { ...event.data }, updatedAt };
      case 'BroadcastPaused':
        return { ...view, status: 'PAUSED', updatedAt };
      case 'BroadcastResumed':
      case 'BroadcastRetryStarted':
        return { ...view, status: 'SENDING', updatedAt };
      case 'BroadcastSent':
        return { ...view, status: 'SENT', updatedAt };
      case 'BroadcastDeleted':
        return undefined;
      case 'BroadcastLaneFinished':
        return view;
      default:
        return unreachable(event);
    }
  },
};
