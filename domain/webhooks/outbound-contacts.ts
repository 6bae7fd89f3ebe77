import type { ContactEvent } from '../contacts/contact-events.ts';
import { unreachable } from '../kernel/decider.ts';
import { partsOfStream } from '../kernel/stream-names.ts';
import type { Outbound } from './outbound.ts';

const handles = ['InboundMessageReceived', 'ContactSuppressed', 'ContactUnsuppressed'] as const;

/** Messages of people and their consent, as webhooks publish them. */
export const outboundContacts: Outbound<Extract<ContactEvent, { type: (typeof handles)[number] }>> = {
  handles,
  typesOf: ({ type }) => {
    switch (type) {
      case 'InboundMessageReceived':
        return ['message.received'];
      case 'ContactSuppressed':
        return ['contact.suppressed'];
      case 'ContactUnsuppressed':
        return ['contact.unsuppressed'];
      default:
        return unreachable(type);
    }
  },
  dataOf: (_, event) => {
    const contactId = partsOfStream(event.stream).id;
    switch (event.type) {
      case 'InboundMessageReceived': {
        const { messageId, accountId, text, receivedAt } = event.data;
        return { contactId, messageId, accountId, text, receivedAt };
      }
      case 'ContactSuppressed':
        return { contactId, reason: event.data.reason };
      case 'ContactUnsuppressed':
        return { contactId };
      default:
        return unreachable(event);
    }
  },
};
