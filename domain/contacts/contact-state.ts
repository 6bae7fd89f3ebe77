import { unreachable } from '../kernel/decider.ts';
import type { Platform } from '../platforms/platform.ts';
import type { ContactEvent, SuppressionReason } from './contact-events.ts';
import type { MessageOrigin, MessageTag } from './message-events.ts';
import { afterFailure, afterStart, type PrivateReply } from './private-replies.ts';
import { defined } from '../kernel/defined.ts';

/** One message to the contact. An open one has an intent and no outcome yet. */
export type SentMessage = Readonly<{
  messageId: string;
  accountId: string;
  origin: MessageOrigin;
  text: string;
  tag: MessageTag | null;
  status: 'open' | 'sent' | 'failed' | 'read';
  platformMessageId?: string;
  failure?: Readonly<{ code: string; reason: string; nothingStored: boolean; retryAfterSeconds: number | null }>;
}>;

export type LivingContact = Readonly<{
  kind: 'existing';
  contactId: string;
  personId: string;
  platform: Platform;
  platformId: string;
  accountId: string | null;
  displayName: string | null;
  username: string | null;
  avatarUrl: string | null;
  tags: readonly string[];
  /** JSON. */
  customFields: string;
  lastSeenAt: string | null;
  lastInboundAt: string | null;
  sentCount: number;
  /** The newest ones, oldest first. */
  messages: readonly SentMessage[];
  /** The ids of the newest messages from the person, oldest first. */
  heard: readonly string[];
  /** The comments of the person that got their private reply, or may have got it. */
  privateReplies: readonly PrivateReply[];
}>;

/** What outlives the deletion of a contact. */
type Lasting = Readonly<{
  /** The deletions so far: each life of a contact is a person of its own. */
  lives: number;
  /** A person who opted out stays so, also when the contact is deleted and made again. */
  suppression: SuppressionReason | null;
  /** The people of deleted lives whose keys are not destroyed yet. */
  toErase: readonly string[];
  /** The newest messages that began in deleted lives: none of them begins a second time. */
  begunBefore: readonly string[];
}>;

export type ContactState = Lasting & (LivingContact | Readonly<{ kind: 'absent' }>);

export const absentContact: ContactState = {
  kind: 'absent',
  lives: 0,
  suppression: null,
  toErase: [],
  begunBefore: [],
};

/** The messages that a state remembers, over all lives: a repeated send of one of these is recognised. */
export const rememberedMessages = 20;
/** The same for messages from the person: platforms report a message again within hours. */
export const rememberedInbound = 30;

/** The later of two moments; null is before every other. */
export const laterOf = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other > one) ? other : one;

const newest = <Item>(items: readonly Item[], count: number): readonly Item[] =>
  items.slice(Math.max(0, items.length - count));

const withMessage = (
  state: ContactState,
  messageId: string,
  change: (message: SentMessage) => SentMessage,
): ContactState =>
  state.kind === 'absent'
    ? state
    : { ...state, messages: state.messages.map((each) => (each.messageId === messageId ? change(each) : each)) };

export const evolveContact = (state: ContactState, event: ContactEvent): ContactState => {
  const { lives, suppression, toErase, begunBefore } = state;
  switch (event.type) {
    case 'ContactCreated': {
      const nothingYet = { sentCount: 0, messages: [], heard: [], privateReplies: [] };
      return { kind: 'existing', ...event.data, ...nothingYet, lives, suppression, toErase, begunBefore };
    }
    case 'ContactDeleted': {
      const begun = state.kind === 'existing' ? state.messages.map(({ messageId }) => messageId) : [];
      return {
        kind: 'absent',
        lives: lives + 1,
        suppression,
        toErase: [...toErase, event.data.personId],
        begunBefore: newest([...begunBefore, ...begun], rememberedMessages),
      };
    }
    case 'ContactErased':
      return { ...state, toErase: toErase.filter((personId) => personId !== event.data.personId) };
    case 'ContactSuppressed':
      return { ...state, suppression: event.data.reason };
    case 'ContactUnsuppressed':
      return { ...state, suppression: null };
    default:
      return state.kind === 'absent' ? state : evolveLiving(state, event);
  }
};

type LivingEvent = Exclude<
  ContactEvent,
  { type: 'ContactCreated' | 'ContactDeleted' | 'ContactErased' | 'ContactSuppressed' | 'ContactUnsuppressed' }
>;

const evolveLiving = (state: Lasting & LivingContact, event: LivingEvent): ContactState => {
  switch (event.type) {
    case 'ContactProfileChanged': {
      const { personId: _person, ...changed } = event.data;
      return { ...state, ...defined(changed) };
    }
    case 'ContactTagsChanged':
      return { ...state, tags: event.data.tags };
    case 'ContactSeen': {
      const { accountId, seenAt } = event.data;
      return { ...state, accountId: accountId ?? state.accountId, lastSeenAt: laterOf(state.lastSeenAt, seenAt) };
    }
    case 'InboundMessageReceived': {
      const { messageId, accountId, receivedAt } = event.data;
      return {
        ...state,
        accountId,
        heard: [...state.heard, messageId].slice(-rememberedInbound),
        lastSeenAt: laterOf(state.lastSeenAt, receivedAt),
        lastInboundAt: laterOf(state.lastInboundAt, receivedAt),
      };
    }
    case 'MessageSendStarted': {
      const { personId: _person, ...message } = event.data;
      const messages = newest([...state.messages, { ...message, status: 'open' as const }], rememberedMessages);
      return {
        ...state,
        messages,
        begunBefore: newest(state.begunBefore, rememberedMessages - messages.length),
        privateReplies: afterStart(state.privateReplies, message),
      };
    }
    case 'MessageSent':
      return {
        ...withMessage(state, event.data.messageId, (message) => ({
          ...message,
          status: 'sent' as const,
          platformMessageId: event.data.platformMessageId,
        })),
        sentCount: event.data.sentCount,
      } as ContactState;
    case 'MessageFailed': {
      const { messageId, ...failure } = event.data;
      return withMessage(
        { ...state, privateReplies: afterFailure(state.privateReplies, event.data) },
        messageId,
        (message) => ({ ...message, status: 'failed', failure }),
      );
    }
    case 'MessageRead':
      return withMessage(state, event.data.messageId, (message) => ({ ...message, status: 'read' }));
    default:
      return unreachable(event);
  }
};
