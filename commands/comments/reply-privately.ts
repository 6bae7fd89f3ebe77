import { bulleted } from '../../domain/kernel/sentence.ts';
import { z } from 'zod';
import { account } from '../../domain/accounts/account.ts';
import { contact } from '../../domain/contacts/contact.ts';
import { hasMessages, ineligible } from '../../domain/contacts/decide-messages.ts';
import { isTooOldForPrivateReply } from '../../domain/contacts/private-replies.ts';
import type { SentMessage } from '../../domain/contacts/contact-state.ts';
import type { Messaging } from '../../domain/contacts/messaging.ts';
import type { Mode } from '../../domain/kernel/mode.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { Id } from '../../read-api/contract/fields.ts';
import { deliverMessage } from '../contacts/deliver-message.ts';
import { type WriteContext, writeEndpoint } from '../kernel/endpoint.ts';
import { loadComment } from './hide-comment-endpoints.ts';

export type PrivateReplyPorts = Readonly<{
  messaging: Messaging;
  /** The time on the clock of a mode. */
  now(mode: Mode): Date;
}>;

const Reply = z.object({
  success: z.literal(true),
  messageId: z.string().meta({ description: "The platform's id of the message" }),
  contactId: z.string().meta({ description: 'The author of the comment' }),
});

/** The author of a comment as a contact, created on the first reply. */
const personOf = async (id: string, now: string, { handle, load }: Pick<WriteContext, 'handle' | 'load'>) => {
  const { state, events } = await loadComment(id, { load });
  const received = events.find((event) => event.type === 'CommentReceived')?.data;
  if (!received) throw notFound('comment');
  const { author, platform, platformCreatedAt: writtenAt } = received;
  if (author.id === '') throw ineligible('author_unknown');
  // A refused reply makes no contact.
  if (!hasMessages(platform)) throw ineligible('platform_not_supported');
  if (isTooOldForPrivateReply(writtenAt, now)) throw ineligible('private_reply_expired');
  const { contactId, accountId, platformCommentId } = state;
  if ((await load(account, accountId))?.state?.status === 'disconnected') throw ineligible('no_social_account');
  const command = {
    type: 'upsert-contact',
    contactId,
    platform,
    platformId: author.id,
    username: author.username,
    seen: { accountId, at: writtenAt },
  } as const;
  if ((await load(contact, contactId))?.state.kind !== 'existing')
    await handle(contact, contactId, command, { step: `contact/${contactId}` });
  return { contactId, accountId, platform, comment: { platformCommentId, writtenAt } };
};

/** The platform's id of a message that was sent; refuses otherwise. */
const sentId = ({ status, platformMessageId, failure }: SentMessage, platform: string): string => {
  if (status === 'open')
    throw new Refused(
      'SERVICE_UNAVAILABLE',
      'It is not known whether the message was sent. The service looks for it, and the contact shows it when it is found.',
    );
  if (status !== 'failed') return platformMessageId ?? '';
  const { code = 'PUBLISH_ERROR', reason = '', nothingStored } = failure ?? {};
  if (nothingStored === true) throw new Refused('SERVICE_UNAVAILABLE', `The message was not sent: ${reason}`);
  throw new Refused('VALIDATION_ERROR', `${platform} did not take the message: ${reason}`, {
    reason: code.toLowerCase(),
  });
};

/** POST /v1/inbox/comments/:id/private-reply */
export const replyPrivately = ({ messaging, now }: PrivateReplyPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/inbox/comments/:id/private-reply',
    id: 'replyPrivatelyToComment',
    summary: 'Answer a comment by a direct message to its author, on FACEBOOK or INSTAGRAM',
    description: bulleted(
      'The platform takes one private reply for each comment, within 7 days, even if the person never wrote a message. The author becomes a contact, and the message is one of its `deliveries`. A private reply opens no 24-hour window: only an answer of the person does.',
      [
        '400 VALIDATION_ERROR, `details.reason`: private_reply_used, private_reply_expired, suppressed, no_social_account, platform_not_supported, author_unknown (the platform names no author), or the reason of the platform.',
        '503 SERVICE_UNAVAILABLE: a rate limit, or a lost answer that the look cannot decide yet. The message is not sent again.',
      ],
    ),
    params: z.object({ id: Id }),
    body: z.object({ content: z.string().trim().min(1).max(2_000) }),
    reply: Reply,
    errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'SERVICE_UNAVAILABLE'],
    idempotent: true,
    async run({ params: { id }, body: { content: text } }, context) {
      const { workspaceId, mode } = context.caller;
      const { contactId, accountId, platform, comment } = await personOf(id, now(mode).toISOString(), context);
      const origin = { kind: 'private_reply', commentId: id } as const;
      const message = await deliverMessage(
        { messageId: context.newId('message'), origin, text, accountId, comment },
        {
          decide: (command, step) => context.handle(contact, contactId, command, { step }),
          messaging,
          scope: { workspaceId, mode },
          now: () => now(mode),
        },
      );
      return { body: { success: true as const, messageId: sentId(message, platform), contactId } };
    },
  });
