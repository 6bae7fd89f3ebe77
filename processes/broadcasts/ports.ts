import type { Audiences } from '../../domain/broadcasts/audience.ts';
import type { ActContext } from '../kernel/act-context.ts';

/** One message of a broadcast to one contact. */
export type BroadcastMessage = Readonly<{
  /** The same for every repetition of the same send. */
  messageId: string;
  contactId: string;
  broadcastId: string;
  deliveryId: string;
  text: string;
  /** Undefined: the account that the contact is linked to. */
  accountId: string | undefined;
}>;

export type MessageOutcome =
  | Readonly<{ outcome: 'sent' }>
  | Readonly<{ outcome: 'failed'; code: string }>
  /** The platform stored nothing. `isPlatformBusy`: it refuses further messages for the moment. */
  | Readonly<{ outcome: 'postponed'; code: string; retryAfterSeconds: number; isPlatformBusy: boolean }>
  /** The outcome is unknown, and the platform is asked for it at this time. */
  | Readonly<{ outcome: 'undecided'; lookAt: string }>;

/** The port to direct messages. A message that was sent before is not sent again. */
export type SendBroadcastMessage = (message: BroadcastMessage, context: ActContext) => Promise<MessageOutcome>;

/** A message that waits for its turn, and the part of a second that it takes of its account's rate. */
export type PacedMessage = Readonly<{ contactId: string; seconds: number }>;

/** Keeps each account under its platform's rate of messages, across all processes. */
export interface MessagePace {
  /**
   * Takes room for some messages, and returns the milliseconds until they may be sent. They are sent
   * by `accountId`; where it is undefined, each by the account that its contact is linked to.
   */
  take(request: Readonly<{ accountId: string | undefined; messages: readonly PacedMessage[] }>): Promise<number>;
}

export type BroadcastPorts = Readonly<{
  audiences: Audiences;
  sendBroadcastMessage: SendBroadcastMessage;
  messagePace: MessagePace;
}>;
