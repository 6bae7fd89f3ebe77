import type { Platform } from '../platforms/platform.ts';
import { unreachable } from '../kernel/decider.ts';
import { notFound, Refused } from '../kernel/refused.ts';
import type { ContactEvent } from './contact-events.ts';
import type { ContactState, LivingContact } from './contact-state.ts';
import { filledTemplate } from './message-template.ts';
import { messengerEligibleUntil } from './messaging-window.ts';
import { MessageFailed, MessageRead, MessageSendStarted, MessageSent, type MessageOrigin } from './message-events.ts';

export type MessageCommand =
  /** Records the intent of a send, or refuses it: the contact must be eligible now. */
  | Readonly<{
      type: 'start-message';
      messageId: string;
      origin: MessageOrigin;
      /** A template, unless a person wrote it for this contact. */
      text: string;
      /** ISO 8601, on the workspace's clock. */
      now: string;
      /** The sending account; by default the one that the person wrote to last. */
      accountId?: string | undefined;
    }>
  | Readonly<{ type: 'note-message-sent'; messageId: string; platformMessageId: string }>
  | Readonly<{
      type: 'note-message-failed';
      messageId: string;
      code: string;
      reason: string;
      nothingStored: boolean;
      retryAfterSeconds: number | null;
    }>
  | Readonly<{ type: 'note-message-read'; messageId: string; readAt: string }>;

/** Why a contact may not be messaged now. */
export type Ineligibility = 'suppressed' | 'window_closed' | 'no_social_account' | 'platform_not_supported';

const sentences: Readonly<Record<Ineligibility, string>> = {
  suppressed: 'The contact is suppressed: it opted out, or a person suppressed it',
  window_closed: 'The 24-hour window is closed: the contact has not written to the Page in the last 24 hours',
  no_social_account: 'The contact has no linked social account: it has not written to any account yet',
  platform_not_supported: 'Messages can be sent on FACEBOOK and INSTAGRAM only',
};

type Asked = Pick<LivingContact, 'platform' | 'accountId' | 'lastInboundAt'> & Readonly<{ suppression: unknown }>;

/** Whether a platform has messages to contacts. */
export const hasMessages = (platform: Platform): boolean => platform === 'FACEBOOK' || platform === 'INSTAGRAM';

/** What keeps a contact from a message at a moment; undefined where nothing does. */
export const ineligibility = (of: Asked, now: string): Ineligibility | undefined => {
  if (of.suppression !== null) return 'suppressed';
  if (!hasMessages(of.platform)) return 'platform_not_supported';
  if (of.accountId === null) return 'no_social_account';
  if (of.platform === 'FACEBOOK' && messengerEligibleUntil(of, now) === null) return 'window_closed';
  return undefined;
};

/** 400 VALIDATION_ERROR with `details.reason`. */
export const ineligible = (reason: Ineligibility): Refused =>
  new Refused('VALIDATION_ERROR', sentences[reason], { reason });

export const decideMessage = (
  command: MessageCommand,
  state: ContactState & LivingContact,
): readonly ContactEvent[] => {
  const { messageId } = command;
  const known = state.messages.find((each) => each.messageId === messageId);
  switch (command.type) {
    case 'start-message': {
      if (known) return [];
      // The contact was deleted while the message was on its way: this is another person to us.
      if (state.begunBefore.includes(messageId)) throw notFound('contact');
      const accountId = command.accountId ?? state.accountId;
      const reason = ineligibility({ ...state, accountId }, command.now);
      if (reason !== undefined || accountId === null) throw ineligible(reason ?? 'no_social_account');
      const { origin } = command;
      const text = origin.kind === 'direct' ? command.text : filledTemplate(command.text, state);
      return [MessageSendStarted({ messageId, personId: state.personId, accountId, origin, text })];
    }
    case 'note-message-sent': {
      if (known?.status !== 'open') return [];
      const { platformMessageId } = command;
      const sentCount = state.sentCount + 1;
      return [MessageSent({ messageId, personId: state.personId, platformMessageId, sentCount })];
    }
    case 'note-message-failed': {
      if (known?.status !== 'open') return [];
      const { code, reason, nothingStored, retryAfterSeconds } = command;
      return [MessageFailed({ messageId, code, reason, nothingStored, retryAfterSeconds })];
    }
    case 'note-message-read':
      return known?.status === 'sent' ? [MessageRead({ messageId, readAt: command.readAt })] : [];
    default:
      return unreachable(command);
  }
};
