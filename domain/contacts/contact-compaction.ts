import type { Compaction } from '../kernel/compaction.ts';
import { maxDeliveries, maxInboundMessages } from './contact-activity.ts';
import type { ContactEvent } from './contact-events.ts';
import { rememberedInbound, rememberedMessages } from './contact-state.ts';
import { rememberedPrivateReplies } from './private-replies.ts';

const keptInbound = Math.max(maxInboundMessages, rememberedInbound);
const keptMessages = Math.max(maxDeliveries, rememberedMessages);

type Received = Extract<ContactEvent, { type: 'InboundMessageReceived' }>;

/** The events since the contact was last deleted: what a deleted life saw and heard may be later than all that the present one did. */
const presentLife = (events: readonly ContactEvent[]): readonly ContactEvent[] =>
  events.slice(events.findLastIndex(({ type }) => type === 'ContactDeleted') + 1);

/** The messages that answers still show or windows depend on: the last to come in, and the last to be written. */
const shownInbound = (events: readonly ContactEvent[]): ReadonlySet<ContactEvent> => {
  const inbound = events.filter((event): event is Received => event.type === 'InboundMessageReceived');
  const byWriting = inbound.toSorted((one, other) => (one.data.receivedAt < other.data.receivedAt ? -1 : 1));
  return new Set([...inbound.slice(-keptInbound), ...byWriting.slice(-keptInbound)]);
};

const latestSeen = (events: readonly ContactEvent[]): ContactEvent | undefined =>
  events
    .flatMap((event) => (event.type === 'ContactSeen' ? event : []))
    .toSorted((one, other) => (one.data.seenAt < other.data.seenAt ? -1 : 1))
    .at(-1);

const messageOf = (event: ContactEvent): string | undefined => {
  switch (event.type) {
    case 'MessageSendStarted':
    case 'MessageSent':
    case 'MessageFailed':
    case 'MessageRead':
      return event.data.messageId;
    default:
      return undefined;
  }
};

const newestMessages = (events: readonly ContactEvent[]): ReadonlySet<string> => {
  const started = events.flatMap((event) => (event.type === 'MessageSendStarted' ? event.data : []));
  const replies = started.filter(({ origin }) => origin.kind === 'private_reply');
  return new Set(
    [...started.slice(-keptMessages), ...replies.slice(-rememberedPrivateReplies)].map(({ messageId }) => messageId),
  );
};

/**
 * A person may write and get messages for years: of these the newest count, and of the tags and the
 * moments of being seen the last.
 */
export const contactCompaction: Compaction<ContactEvent> = {
  version: 3,
  essential(events) {
    const present = presentLife(events);
    const inbound = shownInbound(present);
    const lastSeen = latestSeen(present);
    const messages = newestMessages(events);
    const lastOf = (type: ContactEvent['type']) => events.findLast((event) => event.type === type);
    const lastTags = lastOf('ContactTagsChanged');
    // The count of messages is in the last one that was sent.
    const lastSent = lastOf('MessageSent');
    return new Set(
      events.filter((event) => {
        if (event.type === 'InboundMessageReceived') return inbound.has(event);
        if (event.type === 'ContactTagsChanged') return event === lastTags;
        if (event.type === 'ContactSeen') return event === lastSeen || event.data.accountId !== null;
        const messageId = messageOf(event);
        return messageId === undefined || messages.has(messageId) || event === lastSent;
      }),
    );
  },
};
