import { z } from 'zod';
import type { Decider } from '../kernel/decider.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { Platform } from '../platforms/platform.ts';

const message = { accountId: z.string(), platform: Platform };

export const MessageAccepted = defineEvent('MessageAccepted', z.object(message), {
  description: 'The platform reported that a message of an account went out.',
});
export const MessageRefused = defineEvent(
  'MessageRefused',
  z.object({ ...message, error: z.object({ code: z.string(), message: z.string() }) }),
  { description: 'The platform reported that a message of an account did not go out.' },
);

export const messageStatusEvents = [MessageAccepted, MessageRefused] as const;
export type MessageStatusEvent = EventOf<(typeof messageStatusEvents)[number]>;

/** What the platform has reported about a message. One that went out stays so, whatever is reported later. */
export type MessageStatus =
  | Readonly<{ kind: 'unknown' }>
  | Readonly<{ kind: 'accepted' }>
  | Readonly<{ kind: 'refused'; error: Readonly<{ code: string; message: string }> }>;

export type ReportStatus = Readonly<{
  type: 'report-status';
  accountId: string;
  platform: Platform;
  /** Absent: it went out. */
  error?: Readonly<{ code: string; message: string }>;
}>;

/**
 * `messageStatus-<id>`: what a platform reported about one message, for platforms that accept a
 * message before they know whether it goes out. Its id is derived from the account and the message.
 */
export const messageStatus: Decider<MessageStatus, ReportStatus, MessageStatusEvent> = {
  category: 'messageStatus',
  initial: { kind: 'unknown' },
  decide: ({ accountId, platform, error }, state) => {
    if (state.kind === 'accepted') return [];
    if (!error) return [MessageAccepted({ accountId, platform })];
    return state.kind === 'refused' ? [] : [MessageRefused({ accountId, platform, error })];
  },
  evolve: (_state, event) =>
    event.type === 'MessageAccepted' ? { kind: 'accepted' } : { kind: 'refused', error: event.data.error },
};
