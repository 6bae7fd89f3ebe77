import { z } from 'zod';
import { defineEvent } from '../kernel/event.ts';

/** The longest text of a message that is stored; no platform sends longer ones. */
export const maxInboundCharacters = 10_000;

/** The event of an inbound direct message, however it reached the service. In the contact's stream. */
export const InboundMessageReceived = defineEvent(
  'InboundMessageReceived',
  z.object({
    /** Derived from the account and the platform's own id of the message. */
    messageId: z.string(),
    personId: z.string(),
    /** The account that the person wrote to. */
    accountId: z.string(),
    platformMessageId: z.string(),
    text: z.string(),
    /** ISO 8601, when it was written; never later than it was received. */
    receivedAt: z.string(),
  }),
  {
    description: 'A person wrote a direct message to an account.',
    personal: { subject: 'personId', fields: ['text', 'platformMessageId'] },
  },
);
