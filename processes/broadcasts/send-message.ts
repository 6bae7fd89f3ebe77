import type { Ineligibility } from '../../domain/contacts/decide-messages.ts';
import type { LivingContact, SentMessage } from '../../domain/contacts/contact-state.ts';
import { contact } from '../../domain/contacts/contact.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { PlatformError } from '../../domain/platforms/platform-error.ts';
import type { NativeObject } from '../../domain/platforms/publisher.ts';
import type { ActContext } from '../kernel/act-context.ts';
import type { BroadcastMessage, MessageOutcome, SendBroadcastMessage } from './ports.ts';

/** One call to a platform for a message that is recorded. */
export type DirectMessage = Readonly<{
  messageId: string;
  accountId: string;
  platform: LivingContact['platform'];
  /** The platform's own id of the recipient. */
  recipient: string;
  text: string;
}>;

type Scope = Pick<ActContext, 'workspaceId' | 'mode'>;

/** The port to the platforms. Each method throws only `PlatformError`. */
export interface DirectMessages {
  send(message: DirectMessage, scope: Scope): Promise<NativeObject>;
}

const codes: Readonly<Record<Ineligibility, string>> = {
  suppressed: 'CONTACT_SUPPRESSED',
  window_closed: 'MESSAGING_WINDOW_CLOSED',
  no_social_account: 'NO_SOCIAL_ACCOUNT',
  platform_not_supported: 'PLATFORM_NOT_SUPPORTED',
};

const deleted: MessageOutcome = { outcome: 'failed', code: 'CONTACT_DELETED' };

/** Why the contact's stream refused the intent. */
const refusedAs = (refusal: Refused): MessageOutcome => {
  if (refusal.code === 'NOT_FOUND') return deleted;
  const reason = refusal.details?.['reason'] as Ineligibility | undefined;
  return { outcome: 'failed', code: (reason && codes[reason]) ?? refusal.code };
};

/** The outcome of a message that has one in the contact's stream. */
const outcomeIn = ({ status, failure }: SentMessage): MessageOutcome | undefined => {
  if (status === 'sent' || status === 'read') return { outcome: 'sent' };
  if (status !== 'failed' || !failure) return undefined;
  const { code, retryAfterSeconds } = failure;
  // Only a send that may succeed later has a time.
  if (retryAfterSeconds === null) return { outcome: 'failed', code };
  return { outcome: 'postponed', code, retryAfterSeconds, isPlatformBusy: code === 'PLATFORM_RATE_LIMIT' };
};

const failureOf = ({ kind, code, message, retryAfterSeconds }: PlatformError) =>
  kind === 'unknown'
    ? {
        code: 'OUTCOME_UNKNOWN',
        reason: `It is not known whether this was delivered: ${message}`,
        ...{ nothingStored: false, retryAfterSeconds: null },
      }
    : {
        ...{ code, reason: message, nothingStored: true },
        retryAfterSeconds: kind === 'not_stored' ? (retryAfterSeconds ?? 0) : null,
      };

const interrupted = {
  code: 'OUTCOME_UNKNOWN',
  reason: 'It is not known whether this was delivered: the service stopped before the answer came.',
  ...{ nothingStored: false, retryAfterSeconds: null },
};

/** A call that takes longer has been cut off. */
const callMs = 30_000;

/**
 * Sends one message: intent, call, outcome, all three in the contact's own stream. The contact's
 * rules decide on the intent, so a STOP that was stored before it prevents the message. A message
 * with an intent is never sent again: the platforms cannot be asked for a message by its name, so
 * without an answer it ends as OUTCOME_UNKNOWN.
 */
export const sendDirectMessage =
  (platforms: DirectMessages): SendBroadcastMessage =>
  async (message, context) => {
    const begun = await begin(message, context);
    if ('outcome' in begun) return begun;
    const { id, known, state } = begun;
    const { messageId } = message;
    const note = async (failure: typeof interrupted | ReturnType<typeof failureOf>): Promise<MessageOutcome> => {
      const { state: after } = await context.send(
        contact,
        id,
        { type: 'note-message-failed', messageId, ...failure },
        `failed/${messageId}`,
      );
      return endOf(after, messageId);
    };
    if (!begun.isMine) {
      // The call of another run may still be under way.
      const settledAt = new Date(Date.parse(begun.startedAt) + callMs).toISOString();
      if (context.now().toISOString() < settledAt) return { outcome: 'undecided', lookAt: settledAt };
      return note(interrupted);
    }
    const call = {
      ...{ messageId, accountId: known.accountId, text: known.text },
      ...{ platform: state.platform, recipient: state.platformId },
    };
    let object: NativeObject;
    try {
      object = await platforms.send(call, context);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      return note(failureOf(error));
    }
    const sent = { type: 'note-message-sent', messageId, platformMessageId: object.nativeId } as const;
    const { state: after } = await context.send(contact, id, sent, `sent/${messageId}`);
    return endOf(after, messageId);
  };

type Begun = Readonly<{
  id: string;
  state: LivingContact;
  known: SentMessage;
  /** ISO 8601, when the intent was recorded. */
  startedAt: string;
  /** Whether this run recorded the intent. Another run's call may have reached the platform. */
  isMine: boolean;
}>;

const begin = async (message: BroadcastMessage, context: ActContext): Promise<MessageOutcome | Begun> => {
  const { messageId, contactId: id, broadcastId, deliveryId, text, accountId } = message;
  const loaded = await context.load(contact, id);
  const before = loaded?.state;
  if (before?.is !== 'there') return deleted;
  const now = context.now().toISOString();
  const startedAt = loaded?.events.find(
    ({ type, data }) => type === 'MessageSendStarted' && data.messageId === messageId,
  )?.meta.occurredAt;
  const earlier = before.messages.find((each) => each.messageId === messageId);
  if (earlier)
    return outcomeIn(earlier) ?? { id, state: before, known: earlier, startedAt: startedAt ?? now, isMine: false };
  const origin = { kind: 'broadcast', broadcastId, deliveryId } as const;
  try {
    const command = { type: 'start-message', messageId, origin, text, now, accountId } as const;
    const { state, appended } = await context.send(contact, id, command, `start/${messageId}/${context.run}`);
    if (state.is !== 'there') return deleted;
    const known = state.messages.find((each) => each.messageId === messageId);
    if (!known) throw new Error(`message ${messageId} has no intent`);
    return outcomeIn(known) ?? { id, state, known, startedAt: now, isMine: appended > 0 };
  } catch (error) {
    if (error instanceof Refused) return refusedAs(error);
    throw error;
  }
};

/** What the contact's stream holds now, which another run may have decided first. */
const endOf = (
  state: Readonly<{ is: 'absent' }> | Readonly<{ is: 'there'; messages: readonly SentMessage[] }>,
  messageId: string,
): MessageOutcome => {
  const known = state.is === 'there' ? state.messages.find((each) => each.messageId === messageId) : undefined;
  return (known && outcomeIn(known)) ?? deleted;
};
