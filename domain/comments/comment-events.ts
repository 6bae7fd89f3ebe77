import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { Platform } from '../platforms/platform.ts';

/** The author of a comment, as the platform names them. */
export const CommentAuthor = z.object({ id: z.string(), username: z.string(), avatarUrl: z.string().optional() });
export type CommentAuthor = Readonly<z.output<typeof CommentAuthor>>;

/**
 * The author's contact: erasing that person erases the personal data of their comments. An author whom the
 * platform does not name is no contact, and has an id for this comment alone.
 */
const contactId = z.string().min(1);

export const CommentReceived = defineEvent(
  'CommentReceived',
  z.object({
    commentId: z.string(),
    contactId,
    accountId: z.string(),
    /** The post of this service that it belongs to; null where the platform's post was made elsewhere. */
    postId: z.string().nullable(),
    platform: Platform,
    platformPostId: z.string(),
    platformCommentId: z.string(),
    author: CommentAuthor,
    content: z.string(),
    /** The platform's id of the comment it answers; null where it answers the post itself. */
    parentCommentId: z.string().nullable(),
    permalinkUrl: z.string().nullable(),
    /** ISO 8601, when it was written; never later than it was received. */
    platformCreatedAt: z.string(),
  }),
  {
    description: 'A person commented on a post of an account.',
    // Ids and addresses also identify the author: on some platforms they contain the account's name
    // or its own id.
    personal: {
      subject: 'contactId',
      fields: [
        'author.id',
        'author.username',
        'author.avatarUrl',
        'content',
        'platformCommentId',
        'parentCommentId',
        'permalinkUrl',
      ],
    },
  },
);

export const CommentEdited = defineEvent(
  'CommentEdited',
  z.object({ commentId: z.string(), contactId, content: z.string() }),
  {
    description: 'The author of a comment changed its text.',
    personal: { subject: 'contactId', fields: ['content'] },
  },
);

export const CommentMarkedReplied = defineEvent('CommentMarkedReplied', z.object({ commentId: z.string() }), {
  description: 'A comment was marked as answered.',
});

export const CommentMarkedUnreplied = defineEvent('CommentMarkedUnreplied', z.object({ commentId: z.string() }), {
  description: 'A comment was marked as not answered.',
});

export const CommentHidden = defineEvent(
  'CommentHidden',
  z.object({ commentId: z.string(), platformSynced: z.boolean() }),
  {
    description: 'A comment was hidden, in this service and, where platformSynced is true, on its platform.',
  },
);

export const CommentUnhidden = defineEvent(
  'CommentUnhidden',
  z.object({ commentId: z.string(), platformSynced: z.boolean() }),
  {
    description:
      'A hidden comment was shown again, in this service and, where platformSynced is true, on its platform.',
  },
);

/** The name of one attempt to send a reply: the command that began it. */
const attempt = z.string().min(1);

export const CommentReplySendStarted = defineEvent(
  'CommentReplySendStarted',
  z.object({ commentId: z.string(), contactId, attempt, content: z.string() }),
  {
    description: 'A reply to a comment is about to be sent.',
    // A reply mostly addresses its reader by name.
    personal: { subject: 'contactId', fields: ['content'] },
  },
);

export const CommentReplied = defineEvent(
  'CommentReplied',
  z.object({
    commentId: z.string(),
    attempt,
    /** The platform's id of the reply. */
    replyId: z.string(),
    replyUrl: z.string().nullable(),
  }),
  { description: 'A reply to a comment exists on its platform.' },
);

export const CommentReplyFailed = defineEvent(
  'CommentReplyFailed',
  z.object({ commentId: z.string(), attempt, code: z.string(), message: z.string() }),
  { description: 'A reply to a comment was not sent: its platform has none.' },
);

export const CommentReplyOutcomeUnknown = defineEvent(
  'CommentReplyOutcomeUnknown',
  z.object({ commentId: z.string(), attempt, message: z.string() }),
  { description: 'A reply to a comment was sent and no usable answer came. It may exist on the platform.' },
);

export const CommentForgotten = defineEvent('CommentForgotten', z.object({ commentId: z.string() }), {
  description: 'A comment can no longer be read: its words and its author were erased.',
});

export const commentEvents = [
  CommentReceived,
  CommentEdited,
  CommentMarkedReplied,
  CommentMarkedUnreplied,
  CommentHidden,
  CommentUnhidden,
  CommentReplySendStarted,
  CommentReplied,
  CommentReplyFailed,
  CommentReplyOutcomeUnknown,
  CommentForgotten,
] as const;
export type CommentEvent = EventOf<(typeof commentEvents)[number]>;
