import { contactIdOf } from '../../../commands/contacts/contact-ids.ts';
import { broadcastBatch } from '../../../domain/broadcasts/batch.ts';
import { contact } from '../../../domain/contacts/contact.ts';
import { messagesRead, type Receipt } from '../../../domain/contacts/read-messages.ts';
import type { CommandHandler } from '../../../commands/kernel/handle.ts';
import type { Handle, Target } from './target.ts';

/** The batch of a delivery of a workspace. */
export type BatchOfDelivery = (workspaceId: string, deliveryId: string) => Promise<string | undefined>;

type Parts = Readonly<{
  commands: Pick<CommandHandler, 'load'>;
  batchOfDelivery: BatchOfDelivery;
  handle: Handle;
}>;

/**
 * Marks what a person read: the message in the contact's stream, and the delivery of its broadcast.
 * False where a message has no outcome yet: then the receipt is carried out later.
 */
export const noteReceipt = async (
  { id: accountId, workspaceId, platform }: Target,
  authorId: string,
  receipt: Receipt,
  { commands, batchOfDelivery, handle }: Parts,
): Promise<boolean> => {
  const contactId = contactIdOf(workspaceId, platform, authorId);
  const loaded = await commands.load(contact, contactId, workspaceId);
  if (loaded?.state.kind !== 'existing') return true;
  const { readAt } = receipt;
  let isDone = true;
  for (const { messageId, status, origin } of messagesRead(loaded.state, loaded.events, accountId, receipt)) {
    if (status === 'open') {
      isDone = false;
      continue;
    }
    if (origin.kind === 'broadcast') {
      const { deliveryId } = origin;
      const batchId = await batchOfDelivery(workspaceId, deliveryId);
      if (batchId !== undefined) {
        const { state } = await handle(broadcastBatch, batchId, { type: 'read-delivery', deliveryId, readAt });
        const delivery = state?.deliveries.find((each) => each.deliveryId === deliveryId);
        // The batch records the outcomes of a group together, after the last of them.
        if (delivery?.status === 'DELIVERING') {
          isDone = false;
          continue;
        }
      }
    }
    await handle(contact, contactId, { type: 'note-message-read', messageId, readAt });
  }
  return isDone;
};
