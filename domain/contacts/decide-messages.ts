import type { Platform } from '../platforms/platform.ts';
import { unreachable } from '../kernel/decider.ts';
import { notFound, Refused } from '../kernel/refused.ts';
import type { ContactEvent } from './contact-events.ts';
import type { ContactState, LivingContact } from './contact-state.ts';
import { filledTemplate } from './message-template.ts';
import {
  MessageFailed,
  MessageRead,
  MessageSendStarted,
  MessageSent,
  type MessageOrigin,
  type MessageTag,
} from './message-events.ts';
import { isWindowOpen, mayHumanAnswer, windowPlatforms } from './messaging-window.ts';
import { isTooOldForPrivateReply } from './private-replies.ts';

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
      /** A person of the account wrote it: it may go out for seven days. */
      tag?: MessageTag | undefined;
      /** For a private reply: when its comment was written, ISO 8601. */
      commentedAt?: string | undefined;
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

type StartMessage = Extract<MessageCommand, { type: 'start-message' }>;

/** Why a contact may not be messaged now. */
export type Ineligibility =
  | 'suppressed'
  | 'window_closed'
  | 'no_social_account'
  | 'platform_not_supported'
  | 'private_reply_used'
  | 'private_reply_expired'
  | 'author_unknown';

const sentences: Readonly<Record<Ineligibility, string>> = {
  suppressed: 'The contact is suppressed: it opted out, or a person suppressed it',
  window_closed:
    'The 24-hour window is closed: the contact has not written to the account in the last 24 hours (7 days for an answer of a person with the tag HUMAN_AGENT)',
  no_social_account: 'The contact has no linked social account: it has written to none that is connected',
  platform_not_supported: 'Messages can be sent on FACEBOOK and INSTAGRAM only',
  private_reply_used: 'The comment has had its private reply: the platform takes one for each comment',
  private_reply_expired: 'The comment is older than 7 days: the platform takes no private reply any more',
  author_unknown: 'The platform does not name the author of the comment, so there is no contact',
};

type Asked = Pick<LivingContact, 'platform' | 'accountId' | 'lastInboundAt'> & Readonly<{ suppression: unknown }>;

/** Whether a platform has messages to contacts. */
export const hasMessages = (platform: Platform): boolean => windowPlatforms.includes(platform);

/** What keeps a contact from any message, also from a private reply; undefined where nothing does. */
const unreachableAs = (of: Pick<Asked, 'platform' | 'suppression' | 'accountId'>): Ineligibility | undefined => {
  if (of.suppression !== null) return 'suppressed';
  if (!hasMessages(of.platform)) return 'platform_not_supported';
  return of.accountId === null ? 'no_social_account' : undefined;
};

/** What keeps a contact from a message at a moment; undefined where nothing does. */
export const ineligibility = (of: Asked, now: string, tag?: MessageTag): Ineligibility | undefined => {
  const mayWrite = tag === undefined ? isWindowOpen(of, now) : mayHumanAnswer(of, now);
  return unreachableAs(of) ?? (mayWrite ? undefined : 'window_closed');
};

/** The same for the private reply to a comment, which needs no open window. */
const privateIneligibility = (
  of: Asked & Pick<LivingContact, 'privateReplies'>,
  commentId: string,
  { now, commentedAt }: StartMessage,
): Ineligibility | undefined => {
  const reason = unreachableAs(of);
  if (reason) return reason;
  if (of.privateReplies.some((each) => each.commentId === commentId)) return 'private_reply_used';
  return commentedAt === undefined || isTooOldForPrivateReply(commentedAt, now) ? 'private_reply_expired' : undefined;
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
      const { origin, now } = command;
      // Within the window no tag is needed.
      const tag = isWindowOpen(state, now) ? undefined : command.tag;
      const reason =
        origin.kind === 'private_reply'
          ? privateIneligibility({ ...state, accountId }, origin.commentId, command)
          : ineligibility({ ...state, accountId }, now, tag);
      if (reason !== undefined || accountId === null) throw ineligible(reason ?? 'no_social_account');
      const isWritten = origin.kind === 'direct' || origin.kind === 'private_reply';
      const text = isWritten ? command.text : filledTemplate(command.text, state);
      return [MessageSendStarted({ messageId, personId: state.personId, accountId, origin, text, tag: tag ?? null })];
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
