import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { Platform } from '../platforms/platform.ts';

export const MentionReceived = defineEvent(
  'MentionReceived',
  z.object({
    mentionId: z.string(),
    /** The author's contact: erasing that person erases the personal data of their mentions. */
    contactId: z.string().min(1),
    accountId: z.string(),
    platform: Platform,
    platformMentionId: z.string(),
    /** The media or post in which the account is mentioned. */
    platformMediaId: z.string().nullable(),
    /** The post of this service that is that media; absent where it was made elsewhere. */
    postId: z.string().optional(),
    authorId: z.string(),
    authorUsername: z.string().nullable(),
    content: z.string().nullable(),
    permalinkUrl: z.string().nullable(),
    /** ISO 8601, when it was written; never later than it was received. */
    platformCreatedAt: z.string(),
  }),
  {
    description: 'A person mentioned an account.',
    personal: {
      subject: 'contactId',
      fields: ['platformMentionId', 'platformMediaId', 'authorId', 'authorUsername', 'content', 'permalinkUrl'],
    },
  },
);

const Mention = z.object({ mentionId: z.string() });

export const MentionRead = defineEvent('MentionRead', Mention, { description: 'A mention was read.' });
export const MentionHidden = defineEvent('MentionHidden', Mention, { description: 'A mention was hidden.' });
export const MentionUnhidden = defineEvent('MentionUnhidden', Mention, {
  description: 'A hidden mention was shown again.',
});
export const MentionForgotten = defineEvent('MentionForgotten', Mention, {
  description: 'A mention can no longer be read: its words and its author were erased.',
});

export const mentionEvents = [MentionReceived, MentionRead, MentionHidden, MentionUnhidden, MentionForgotten] as const;
export type MentionEvent = EventOf<(typeof mentionEvents)[number]>;
