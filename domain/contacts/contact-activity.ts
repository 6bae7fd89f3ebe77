import { unreachable, type ViewFold } from '../kernel/decider.ts';
import type { ContactEvent } from './contact-events.ts';
import type { MessageOrigin } from './message-events.ts';

/** The states of a delivery that a contact's own stream knows. */
export type DeliveryStatus = 'DELIVERING' | 'DELIVERED' | 'FAILED' | 'READ';

export type ContactDelivery = Readonly<{
  id: string;
  status: DeliveryStatus;
  sentAt: string | null;
  readAt: string | null;
  errorCode: string | null;
  createdAt: string;
  origin: MessageOrigin;
}>;

export type ReceivedMessage = Readonly<{ id: string; text: string; receivedAt: string }>;

/** The newest messages to and from a contact, newest first. */
export type ContactActivity = Readonly<{
  deliveries: readonly ContactDelivery[];
  inboundMessages: readonly ReceivedMessage[];
}>;

export const maxDeliveries = 20;
export const maxInboundMessages = 30;

const none: ContactActivity = { deliveries: [], inboundMessages: [] };

const withDelivery = (
  activity: ContactActivity,
  messageId: string,
  change: Partial<ContactDelivery>,
): ContactActivity => ({
  ...activity,
  deliveries: activity.deliveries.map((each) => (each.id === messageId ? { ...each, ...change } : each)),
});

/** Platforms report messages in any order: the list is by the time of writing. */
const byReceipt = (one: ReceivedMessage, other: ReceivedMessage): number =>
  other.receivedAt < one.receivedAt ? -1 : other.receivedAt > one.receivedAt ? 1 : 0;

/** Undefined where there are no messages, and once the contact is deleted. */
export const contactActivity: ViewFold<ContactActivity, ContactEvent> = {
  evolve: (activity, event) => {
    const at = event.meta.occurredAt;
    switch (event.type) {
      case 'InboundMessageReceived': {
        const { messageId: id, text, receivedAt } = event.data;
        const { deliveries, inboundMessages } = activity ?? none;
        const all = [{ id, text, receivedAt }, ...inboundMessages].sort(byReceipt);
        return { deliveries, inboundMessages: all.slice(0, maxInboundMessages) };
      }
      case 'MessageSendStarted': {
        const { messageId: id, origin } = event.data;
        const { deliveries, inboundMessages } = activity ?? none;
        const started = { sentAt: null, readAt: null, errorCode: null, createdAt: at, origin };
        const all = [{ id, status: 'DELIVERING' as const, ...started }, ...deliveries];
        return { deliveries: all.slice(0, maxDeliveries), inboundMessages };
      }
      case 'MessageSent':
        return activity && withDelivery(activity, event.data.messageId, { status: 'DELIVERED', sentAt: at });
      case 'MessageFailed':
        return (
          activity && withDelivery(activity, event.data.messageId, { status: 'FAILED', errorCode: event.data.code })
        );
      case 'MessageRead': {
        const { messageId, readAt } = event.data;
        return activity && withDelivery(activity, messageId, { status: 'READ', readAt });
      }
      case 'ContactDeleted':
        return undefined;
      case 'ContactCreated':
      case 'ContactProfileChanged':
      case 'ContactTagsChanged':
      case 'ContactSeen':
      case 'ContactSuppressed':
      case 'ContactUnsuppressed':
      case 'ContactErased':
        return activity;
      default:
        return unreachable(event);
    }
  },
};
