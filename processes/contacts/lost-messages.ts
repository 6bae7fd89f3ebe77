import { settleMessage } from '../../commands/contacts/deliver-message.ts';
import type { Messaging } from '../../domain/contacts/messaging.ts';
import { contact } from '../../domain/contacts/contact.ts';
import { messageCallMs } from '../../domain/contacts/lost-message.ts';
import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { processOf } from '../kernel/process.ts';

/** A message without a recorded outcome. `at`: when to look for it, ISO 8601. */
type LostMessage = Readonly<{ contactId: string; messageId: string; at: string }>;

export type MessagingPorts = Readonly<{ messaging: Messaging }>;

/** Looks for messages whose outcome was not recorded. Never sends. */
export const lostMessages = processOf<LostMessage, LostMessage, MessagingPorts>()({
  name: 'lost-messages',
  description: 'Finds out whether messages to contacts were sent where the answer of the platform was lost.',
  beginsByItself: true,
  on: {
    MessageSendStarted: (_, { stream, data: { messageId }, meta }) => ({
      contactId: idOfStream(stream),
      messageId,
      at: new Date(Date.parse(meta.occurredAt) + messageCallMs).toISOString(),
    }),
    MessageSent: () => undefined,
    MessageFailed: () => undefined,
  },
  instancesOf: ({ data }) => data.messageId,
  next: (lost) => ({ at: lost.at, action: lost }),
  act: async ({ contactId, messageId }, context, { messaging }) => {
    const { workspaceId, mode, now } = context;
    const loaded = await context.load(contact, contactId);
    const open =
      loaded?.state.kind === 'existing' && loaded.state.messages.find((each) => each.messageId === messageId);
    if (!loaded || !open || open.status !== 'open') return context.endInstance();
    await settleMessage(messageId, loaded, {
      decide: (command, step) => context.send(contact, contactId, command, { step }),
      messaging,
      scope: { workspaceId, mode },
      now,
    });
  },
});
