import type { Recorded } from '../kernel/event.ts';
import type { ContactEvent } from './contact-events.ts';
import type { LivingContact, SentMessage } from './contact-state.ts';

/** What a person read: one message, or everything that was sent until a moment. */
export type Receipt = Readonly<{ platformMessageId?: string | undefined; readAt: string }>;

/**
 * The messages of an account that a receipt concerns and that are not read yet. Open ones that were
 * begun before are among them: one of them may be what was read.
 */
export const messagesRead = (
  { messages }: Pick<LivingContact, 'messages'>,
  events: readonly Recorded<ContactEvent>[],
  accountId: string,
  { platformMessageId, readAt }: Receipt,
): readonly SentMessage[] => {
  const started = new Map(
    events.flatMap(({ type, data, meta }) =>
      type === 'MessageSendStarted' ? [[data.messageId, meta.occurredAt] as const] : [],
    ),
  );
  return messages.filter((message) => {
    if (message.accountId !== accountId) return false;
    if (message.status !== 'sent' && message.status !== 'open') return false;
    if (platformMessageId !== undefined && message.status === 'sent')
      return message.platformMessageId === platformMessageId;
    // The intent is recorded before the call, so whatever was read has an earlier one.
    return (started.get(message.messageId) ?? '') <= readAt;
  });
};
