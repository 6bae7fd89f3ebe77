import { z } from 'zod';
import { defineEvent } from '../kernel/event.ts';
import { humanAgentTag } from './messaging-window.ts';

/** What a message to a contact belongs to. */
export const MessageOrigin = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('direct') }),
  z.object({ kind: z.literal('broadcast'), broadcastId: z.string(), deliveryId: z.string() }),
  z.object({ kind: z.literal('sequence'), sequenceId: z.string(), enrollmentId: z.string(), stepId: z.string() }),
  /** The private answer to a comment: the platform takes one for each comment. */
  z.object({ kind: z.literal('private_reply'), commentId: z.string() }),
]);
export type MessageOrigin = Readonly<z.infer<typeof MessageOrigin>>;

/** What allows a message outside of the usual window; null where it needs nothing. */
const MessageTag = z.literal(humanAgentTag).nullable();
export type MessageTag = typeof humanAgentTag;

const withoutTag = (data: Readonly<Record<string, unknown>>) => ({ ...data, tag: null });

/** The intent: recorded before the platform is called. */
export const MessageSendStarted = defineEvent(
  'MessageSendStarted',
  z.object({
    messageId: z.string(),
    personId: z.string(),
    /** The account that sends it. */
    accountId: z.string(),
    origin: MessageOrigin,
    text: z.string(),
    tag: MessageTag,
  }),
  {
    description: 'A message to a contact is about to be sent to the platform.',
    upcasts: [withoutTag],
    personal: { subject: 'personId', fields: ['text'] },
  },
);

export const MessageSent = defineEvent(
  'MessageSent',
  z.object({
    messageId: z.string(),
    personId: z.string(),
    platformMessageId: z.string(),
    /** The messages that this contact got so far, this one included. */
    sentCount: z.int().min(1),
  }),
  {
    description: 'The platform took a message to a contact.',
    personal: { subject: 'personId', fields: ['platformMessageId'] },
  },
);

export const MessageFailed = defineEvent(
  'MessageFailed',
  z.object({
    messageId: z.string(),
    code: z.string(),
    reason: z.string(),
    /** Whether the platform certainly stored nothing, so that another try sends no second message. */
    nothingStored: z.boolean(),
    /** The platform's own hint when to try again. */
    retryAfterSeconds: z.number().nullable(),
  }),
  { description: 'A message to a contact was not delivered.' },
);

export const MessageRead = defineEvent('MessageRead', z.object({ messageId: z.string(), readAt: z.string() }), {
  description: 'A contact read a message.',
});

export const messageEvents = [MessageSendStarted, MessageSent, MessageFailed, MessageRead] as const;
