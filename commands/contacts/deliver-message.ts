import type { ContactEvent } from '../../domain/contacts/contact-events.ts';
import type { ContactState, LivingContact, SentMessage } from '../../domain/contacts/contact-state.ts';
import type { MessageCommand } from '../../domain/contacts/decide-messages.ts';
import { earlierTry } from '../../domain/contacts/failed-message.ts';
import { noteOfMessageLook } from '../../domain/contacts/lost-message.ts';
import type { MessageOrigin, MessageTag } from '../../domain/contacts/message-events.ts';
import type { Mode } from '../../domain/kernel/mode.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { PlatformError } from '../../domain/platforms/platform-error.ts';
import type { Found } from '../../domain/platforms/publisher.ts';
import type { Messaging } from '../../domain/contacts/messaging.ts';

type Handled = Readonly<{ state: ContactState; events: readonly Recorded<ContactEvent>[]; appended: number }>;

/** How a message is decided on its contact's stream, and sent. */
export type DeliveryParts = Readonly<{
  /**
   * Carries out a command on the contact; the same step is the same command. Where two workers may
   * carry out one step at the same time, each gives its run a name: only one of them appends the intent.
   */
  decide(command: MessageCommand, step: string): Promise<Handled>;
  messaging: Messaging;
  scope: Readonly<{ workspaceId: string; mode: Mode }>;
  now(): Date;
}>;

export type WantedMessage = Readonly<{
  /** Names the message for ever: a repeat is the same message. */
  messageId: string;
  origin: MessageOrigin;
  text: string;
  accountId?: string | undefined;
  /** A person of the account wrote it. */
  tag?: MessageTag | undefined;
  /** The comment that it privately answers: the platform's id of it, and when it was written. */
  comment?: Readonly<{ platformCommentId: string; writtenAt: string }> | undefined;
}>;

/** The contact and one of its messages. */
const messageIn = ({ state }: Pick<Handled, 'state'>, messageId: string) => {
  if (state.kind !== 'existing') throw notFound('contact');
  const message = state.messages.find((each) => each.messageId === messageId);
  if (!message) throw notFound('message');
  return { contact: state, message };
};

const noteOfFailure = (
  messageId: string,
  { code, message, kind, retryAfterSeconds }: PlatformError,
): MessageCommand => ({
  type: 'note-message-failed',
  messageId,
  code,
  reason: message,
  nothingStored: kind !== 'refused',
  retryAfterSeconds: retryAfterSeconds ?? null,
});

/** Looks on the platform for a message. `sentAt`: when its intent was recorded. */
const reconcile = async (
  message: SentMessage,
  contact: LivingContact,
  events: Handled['events'],
  { messaging, scope, now }: DeliveryParts,
): Promise<Readonly<{ found: Found; sentAt: string }>> => {
  const started = events.findLast(
    (event) => event.type === 'MessageSendStarted' && event.data.messageId === message.messageId,
  );
  const sentAt = started?.meta.occurredAt ?? now().toISOString();
  const to = {
    account: { id: message.accountId, platform: contact.platform },
    platformId: contact.platformId,
  };
  const known = contact.messages.flatMap(({ platformMessageId }) => platformMessageId ?? []);
  const found = await messaging
    .find(to, { text: message.text, sentAt, known }, scope)
    .catch((error: unknown): Found => {
      if (!(error instanceof PlatformError)) throw error;
      return { outcome: 'cannot_tell', message: error.message };
    });
  return { found, sentAt };
};

/** Looks for a message without an outcome, and records what is found. It may stay open. */
export const settleMessage = async (
  messageId: string,
  handled: Pick<Handled, 'state' | 'events'>,
  parts: DeliveryParts,
): Promise<SentMessage> => {
  const { decide, now } = parts;
  const { contact, message } = messageIn(handled, messageId);
  if (message.status !== 'open') return message;
  const { found, sentAt } = await reconcile(message, contact, handled.events, parts);
  const note = noteOfMessageLook({ messageId, sentAt }, found, now());
  return note ? messageIn(await decide(note, `${note.type}/${messageId}`), messageId).message : message;
};

/**
 * Sends one message: intent, call, outcome. Refuses where the contact is not eligible at this
 * moment. A message that an earlier run began is looked up and not sent again. The one before it is
 * looked up again where it had no answer, because a platform may list a message late.
 */
export const deliverMessage = async (wanted: WantedMessage, parts: DeliveryParts): Promise<SentMessage> => {
  const { decide, messaging, scope, now } = parts;
  const { comment, ...intent } = wanted;
  const { messageId } = wanted;
  const at = { commentedAt: comment?.writtenAt, now: now().toISOString() };
  const command = { type: 'start-message', ...intent, ...at } as const;
  const started = await decide(command, `start/${messageId}`);
  const { contact, message } = messageIn(started, messageId);
  if (message.status !== 'open') return message;
  if (started.appended === 0) return settleMessage(messageId, started, parts);
  const account = { id: message.accountId, platform: contact.platform };
  const note = async (outcome: MessageCommand) =>
    messageIn(await decide(outcome, `${outcome.type}/${messageId}`), messageId).message;
  const before = earlierTry(contact, message);
  if (before) {
    const { found } = await reconcile(before, contact, started.events, parts);
    if (found.outcome === 'published')
      return note({ type: 'note-message-sent', messageId, platformMessageId: found.object.nativeId });
  }
  try {
    const form = { commentId: comment?.platformCommentId, tag: message.tag };
    const { nativeId } = await messaging.send(
      { account, platformId: contact.platformId, ...form },
      message.text,
      messageId,
      scope,
    );
    return await note({ type: 'note-message-sent', messageId, platformMessageId: nativeId });
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return error.kind === 'unknown' ? settleMessage(messageId, started, parts) : note(noteOfFailure(messageId, error));
  }
};
