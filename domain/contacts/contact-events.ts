import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { Platform } from '../platforms/platform.ts';
import { InboundMessageReceived } from './inbound-message.ts';
import { messageEvents } from './message-events.ts';

/** The data subject: the contact between two deletions. Its key is destroyed after a deletion. */
const personId = z.string();

export const ContactCreated = defineEvent(
  'ContactCreated',
  z.object({
    contactId: z.string(),
    personId,
    platform: Platform,
    /** The platform's own id of the person. */
    platformId: z.string(),
    /** The account that the person writes to; null until a message says so. */
    accountId: z.string().nullable(),
    displayName: z.string().nullable(),
    username: z.string().nullable(),
    avatarUrl: z.string().nullable(),
    tags: z.array(z.string()),
    /** The workspace's own fields as JSON: a sealed value is a text. */
    customFields: z.string(),
    /** ISO 8601, when the person was last seen to write; null for a person who never was. */
    lastSeenAt: z.string().nullable(),
    /** ISO 8601, when the last direct message came in. */
    lastInboundAt: z.string().nullable(),
  }),
  {
    description: 'A person on a platform became a contact of the workspace.',
    personal: {
      subject: 'personId',
      fields: ['platformId', 'displayName', 'username', 'avatarUrl', 'customFields'],
    },
  },
);

export const ContactProfileChanged = defineEvent(
  'ContactProfileChanged',
  z.object({
    personId,
    displayName: z.string().nullable().optional(),
    username: z.string().nullable().optional(),
    avatarUrl: z.string().nullable().optional(),
    customFields: z.string().optional(),
  }),
  {
    description: 'The name, the picture or the custom fields of a contact changed; those that are given.',
    personal: { subject: 'personId', fields: ['displayName', 'username', 'avatarUrl', 'customFields'] },
  },
);

export const ContactTagsChanged = defineEvent('ContactTagsChanged', z.object({ tags: z.array(z.string()) }), {
  description: 'The tags of a contact changed; the event has the whole list.',
});

export const ContactSeen = defineEvent(
  'ContactSeen',
  z.object({ accountId: z.string().nullable(), seenAt: z.string() }),
  { description: 'A contact was active on the platform, other than by a direct message.' },
);

export const suppressionReasons = ['STOP_KEYWORD', 'MANUAL'] as const;
export const SuppressionReason = z.enum(suppressionReasons).meta({ id: 'SuppressionReason' });
export type SuppressionReason = z.infer<typeof SuppressionReason>;

export const ContactSuppressed = defineEvent('ContactSuppressed', z.object({ reason: SuppressionReason }), {
  description: 'A contact gets no more messages, until a person lifts it.',
});
export const ContactUnsuppressed = defineEvent('ContactUnsuppressed', z.object({}), {
  description: 'A person allowed messages to a contact again.',
});

export const ContactDeleted = defineEvent(
  'ContactDeleted',
  z.object({
    contactId: z.string(),
    personId,
    /** Whether the comments and mentions that the person wrote are erased too. */
    everywhere: z.boolean(),
  }),
  { description: 'A contact was deleted; the key of its personal data is destroyed next.' },
);
export const ContactErased = defineEvent('ContactErased', z.object({ personId }), {
  description: 'The key of the personal data of a deleted contact was destroyed.',
});

export const contactEvents = [
  ContactCreated,
  ContactProfileChanged,
  ContactTagsChanged,
  ContactSeen,
  InboundMessageReceived,
  ContactSuppressed,
  ContactUnsuppressed,
  ContactDeleted,
  ContactErased,
  ...messageEvents,
] as const;
export type ContactEvent = EventOf<(typeof contactEvents)[number]>;
