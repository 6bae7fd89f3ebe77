import { deliverMessage } from '../../commands/contacts/deliver-message.ts';
import { outcomeUnknown } from '../../domain/broadcasts/broadcast-fields.ts';
import { contact } from '../../domain/contacts/contact.ts';
import type { SentMessage } from '../../domain/contacts/contact-state.ts';
import type { Ineligibility } from '../../domain/contacts/decide-messages.ts';
import { laterTry } from '../../domain/contacts/failed-message.ts';
import { messageCallMs } from '../../domain/contacts/lost-message.ts';
import type { Messaging } from '../../domain/contacts/messaging.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import type { ActContext } from '../kernel/act-context.ts';
import type { BroadcastMessage, MessageOutcome, SendBroadcastMessage } from './ports.ts';
import { isKeyOf } from '../../domain/kernel/keys-of.ts';

const codes: Readonly<Record<Ineligibility, string>> = {
  suppressed: 'CONTACT_SUPPRESSED',
  window_closed: 'WINDOW_CLOSED',
  no_social_account: 'NO_SOCIAL_ACCOUNT',
  platform_not_supported: 'PLATFORM_NOT_SUPPORTED',
  private_reply_used: 'PRIVATE_REPLY_USED',
  private_reply_expired: 'PRIVATE_REPLY_EXPIRED',
  author_unknown: 'AUTHOR_UNKNOWN',
};

/** What an earlier run recorded of a message whose intent is refused now: its contact was deleted after the intent. */
const begunBefore = async (
  { messageId, contactId }: BroadcastMessage,
  context: ActContext,
): Promise<MessageOutcome | undefined> => {
  const last = (await context.load(contact, contactId))?.events.findLast(
    ({ data }) => 'messageId' in data && data.messageId === messageId,
  );
  if (last?.type === 'MessageSent' || last?.type === 'MessageRead') return { outcome: 'sent' };
  // The platform's id of the person is forgotten, so no look can tell.
  return last?.type === 'MessageSendStarted' ? { outcome: 'failed', code: outcomeUnknown } : undefined;
};

/** Why the contact's stream refused the intent. */
const refusedAs = (error: unknown): MessageOutcome => {
  if (!(error instanceof Refused)) throw error;
  if (error.code === 'NOT_FOUND') return { outcome: 'failed', code: 'CONTACT_DELETED' };
  const reason = error.details?.['reason'];
  const isKnown = typeof reason === 'string' && isKeyOf(codes, reason);
  return { outcome: 'failed', code: isKnown ? codes[reason] : error.code };
};

/** When an open message is looked for: as soon as its call has ended, then at growing intervals. */
const nextLook = async ({ messageId, contactId }: BroadcastMessage, context: ActContext): Promise<string> => {
  const now = context.now().getTime();
  const started = (await context.load(contact, contactId))?.events.findLast(
    ({ type, data }) => type === 'MessageSendStarted' && data.messageId === messageId,
  );
  const startedAt = started === undefined ? now : Date.parse(started.meta.occurredAt);
  const age = now - startedAt;
  return new Date(age < messageCallMs ? startedAt + messageCallMs : now + age).toISOString();
};

const failedAs = (message: SentMessage): MessageOutcome => {
  const code = message.failure?.code ?? 'PUBLISH_ERROR';
  const later = laterTry(message);
  if (!later) return { outcome: 'failed', code };
  const isPlatformBusy = code === 'PLATFORM_RATE_LIMIT';
  return { outcome: 'postponed', code, retryAfterSeconds: later.afterSeconds, isPlatformBusy };
};

/**
 * Sends one message of a broadcast. The contact's stream decides on its intent, so a STOP or a
 * deletion that was stored before it prevents the message.
 */
export const sendDirectMessage =
  (messaging: Messaging): SendBroadcastMessage =>
  async (wanted, context) => {
    const { messageId, contactId, broadcastId, deliveryId, text, accountId } = wanted;
    const { workspaceId, mode, now, run } = context;
    const origin = { kind: 'broadcast', broadcastId, deliveryId } as const;
    const message = await deliverMessage(
      { messageId, origin, text, accountId },
      {
        decide: (command, step) =>
          context.send(contact, contactId, command, { step: `${step}/${run}`, last: command.type !== 'start-message' }),
        messaging,
        scope: { workspaceId, mode },
        now,
      },
    ).catch(async (error: unknown) => {
      const refused = refusedAs(error);
      return (await begunBefore(wanted, context)) ?? refused;
    });
    if ('outcome' in message) return message;
    switch (message.status) {
      case 'sent':
      case 'read':
        return { outcome: 'sent' };
      case 'failed':
        return failedAs(message);
      case 'open':
        return { outcome: 'undecided', lookAt: await nextLook(wanted, context) };
      default:
        return message.status satisfies never;
    }
  };
