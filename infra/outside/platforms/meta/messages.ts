import { z } from 'zod';
import type { MessageTag } from '../../../../domain/contacts/message-events.ts';

/** The body of a message: to a person, or to the author of a comment. */
export type SendRequest = Readonly<{
  recipient: Readonly<{ id: string } | { comment_id: string }>;
  message: Readonly<{ text: string }>;
  messaging_type?: 'RESPONSE' | 'MESSAGE_TAG';
  tag?: MessageTag;
}>;

/** A private reply has no recipient id in its answer until the person writes back. */
export const Sent = z.object({ message_id: z.string() });

/** An answer within the window, or one that a tag allows outside of it. */
export const messagingType = (tag: MessageTag | undefined): Pick<SendRequest, 'messaging_type' | 'tag'> =>
  tag === undefined ? { messaging_type: 'RESPONSE' } : { messaging_type: 'MESSAGE_TAG', tag };
