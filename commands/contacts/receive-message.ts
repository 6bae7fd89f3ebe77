import { contact, type ReceiveMessage } from '../../domain/contacts/contact.ts';
import { maxInboundCharacters } from '../../domain/contacts/inbound-message.ts';
import { cutText, storable } from '../../domain/kernel/stored-text.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import { commandIdFor } from '../kernel/deterministic-ids.ts';
import type { WriteContext } from '../kernel/endpoint.ts';
import { contactIdOf, inboundMessageIdOf } from './contact-ids.ts';

/** A direct message as a platform reports it. */
export type ReportedMessage = Readonly<{
  account: Readonly<{ id: string; platform: Platform }>;
  author: Readonly<{ id: string; username?: string | undefined }>;
  platformMessageId: string;
  text: string;
  /** ISO 8601; a later time than now counts as now. */
  writtenAt: string;
}>;

const kept = (text: string, most: number): string => storable(cutText(text, most));

/** The command of a reported message, and the contact that it belongs to. */
export const receiveMessageOf = (
  { account, author, platformMessageId, text, writtenAt }: ReportedMessage,
  workspaceId: string,
  now: string,
): ReceiveMessage => ({
  type: 'receive-message',
  contactId: contactIdOf(workspaceId, account.platform, author.id),
  platform: account.platform,
  platformId: kept(author.id, 200),
  messageId: inboundMessageIdOf(account.id, platformMessageId),
  accountId: account.id,
  platformMessageId,
  text: kept(text, maxInboundCharacters),
  receivedAt: writtenAt < now ? writtenAt : now,
  username: author.username === undefined ? undefined : kept(author.username, 255),
});

/** The id of the command of an inbound message: a message that is reported again is carried out once. */
export const inboundCommandId = ({ messageId }: ReceiveMessage): string => commandIdFor('inbound-message', messageId);

/** Records a message within a request. */
export const receiveMessage = (reported: ReportedMessage, context: WriteContext) => {
  const command = receiveMessageOf(reported, context.caller.workspaceId, context.now);
  return context.handle(contact, command.contactId, command, { step: `inbound/${command.messageId}` });
};
