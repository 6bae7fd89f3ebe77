import { unreachable } from '../kernel/decider.ts';
import { Refused } from '../kernel/refused.ts';
import {
  BroadcastLaneFinished,
  BroadcastPaused,
  BroadcastResumed,
  BroadcastRetryStarted,
  BroadcastSendingStarted,
  BroadcastSendRefused,
  BroadcastSent,
  type BroadcastEvent,
} from './broadcast-events.ts';
import { lanesOf, maxBroadcastContacts, numbersOf } from './broadcast-fields.ts';
import type { Broadcast } from './broadcast-state.ts';

export type FixedAudience = Readonly<{ audienceId: string; contacts: number; batches: number; position: string }>;

export type SendingCommand =
  /** Refuses what cannot be sent, before its audience is asked for. */
  | Readonly<{ type: 'may-send' }>
  | Readonly<{ type: 'send-broadcast'; audience: FixedAudience; now: string }>
  | Readonly<{ type: 'refuse-send'; code: string; message: string }>
  | Readonly<{ type: 'pause-broadcast' | 'resume-broadcast' }>
  | Readonly<{
      type: 'retry-broadcast';
      /** The failed deliveries of each batch that has some. */
      failed: readonly Readonly<{ number: number; count: number }>[];
    }>
  | Readonly<{ type: 'finish-lane'; round: number; lane: number }>;

type Command<Type extends SendingCommand['type']> = Extract<SendingCommand, { type: Type }>;

/** One that could not be sent at its time has reached no contact, so it can be sent when the reason is gone. */
const refuseSent = ({ status, sending }: Broadcast): void => {
  if (status === 'DRAFT' || status === 'SCHEDULED' || (status === 'FAILED' && !sending)) return;
  throw new Refused('BROADCAST_ALREADY_SENT', `A broadcast that is ${status} cannot be sent again`, { status });
};

/** Refuses an audience that is empty or too large. */
export const requireAudience = (contacts: number): void => {
  if (contacts === 0) throw new Refused('NO_ELIGIBLE_CONTACTS', 'No contact is eligible for this broadcast');
  if (contacts <= maxBroadcastContacts) return;
  const message = `A broadcast reaches at most ${maxBroadcastContacts} contacts`;
  throw new Refused('BROADCAST_CONTACT_LIMIT_EXCEEDED', message, { limit: maxBroadcastContacts, contacts });
};

const send = ({ audience, now }: Command<'send-broadcast'>, state: Broadcast): readonly BroadcastEvent[] => {
  refuseSent(state);
  requireAudience(audience.contacts);
  return [BroadcastSendingStarted({ broadcastId: state.id, ...audience, startedAt: now })];
};

const retry = ({ failed }: Command<'retry-broadcast'>, state: Broadcast): readonly BroadcastEvent[] => {
  const { id: broadcastId, status, sending } = state;
  if (status !== 'SENT' && status !== 'FAILED')
    throw new Refused('BROADCAST_NOT_RETRYABLE', 'Only a broadcast that is SENT or FAILED can be retried', { status });
  const contacts = failed.reduce((sum, { count }) => sum + count, 0);
  if (!sending || contacts === 0) throw new Refused('NO_FAILED_DELIVERIES', 'No delivery of the broadcast has failed');
  const numbers = failed.map(({ number }) => number);
  const { startedAt, round } = sending;
  return [BroadcastRetryStarted({ broadcastId, round: round + 1, contacts, numbers, startedAt })];
};

const notNow = ({ status }: Broadcast, participle: string): Refused =>
  new Refused('CONFLICT', `A broadcast that is ${status} cannot be ${participle}`, { status });

const finishLane = ({ round, lane }: Command<'finish-lane'>, state: Broadcast): readonly BroadcastEvent[] => {
  const { id: broadcastId, sending } = state;
  if (!sending || sending.round !== round || !sending.openLanes.includes(lane)) return [];
  const isLast = sending.openLanes.length === 1;
  return [
    BroadcastLaneFinished({ broadcastId, round, lane }),
    ...(isLast ? [BroadcastSent({ broadcastId, round })] : []),
  ];
};

export const decideSending = (command: SendingCommand, state: Broadcast): readonly BroadcastEvent[] => {
  const { id: broadcastId, status } = state;
  switch (command.type) {
    case 'may-send':
      refuseSent(state);
      return [];
    case 'send-broadcast':
      return send(command, state);
    case 'refuse-send': {
      const { code, message } = command;
      return status === 'SCHEDULED' ? [BroadcastSendRefused({ code, message })] : [];
    }
    case 'pause-broadcast':
      if (status === 'PAUSED') return [];
      if (status !== 'SENDING') throw notNow(state, 'paused');
      return [BroadcastPaused({ broadcastId })];
    case 'resume-broadcast':
      if (status === 'SENDING') return [];
      if (status !== 'PAUSED') throw notNow(state, 'resumed');
      return [BroadcastResumed({ broadcastId })];
    case 'retry-broadcast':
      return retry(command, state);
    case 'finish-lane':
      return finishLane(command, state);
    default:
      return unreachable(command);
  }
};

type SendingEvent = Extract<
  BroadcastEvent,
  {
    type:
      | 'BroadcastSendingStarted'
      | 'BroadcastSendRefused'
      | 'BroadcastPaused'
      | 'BroadcastResumed'
      | 'BroadcastRetryStarted'
      | 'BroadcastLaneFinished'
      | 'BroadcastSent';
  }
>;

export const evolveSending = (state: Broadcast, event: SendingEvent): Broadcast => {
  const { sending } = state;
  switch (event.type) {
    case 'BroadcastSendingStarted': {
      const { audienceId, startedAt, contacts, batches } = event.data;
      const first = { round: 1, retried: 0, retriedBatches: 0, openLanes: lanesOf(numbersOf(batches)) };
      return { ...state, status: 'SENDING', sending: { audienceId, startedAt, contacts, batches, ...first } };
    }
    case 'BroadcastSendRefused':
      return { ...state, status: 'FAILED' };
    case 'BroadcastPaused':
      return { ...state, status: 'PAUSED' };
    case 'BroadcastResumed':
      return { ...state, status: 'SENDING' };
    case 'BroadcastRetryStarted': {
      const { round, contacts: retried, numbers } = event.data;
      const again = { round, retried, retriedBatches: numbers.length, openLanes: lanesOf(numbers) };
      return { ...state, status: 'SENDING', sending: sending && { ...sending, ...again } };
    }
    case 'BroadcastLaneFinished': {
      const openLanes = sending?.openLanes.filter((lane) => lane !== event.data.lane) ?? [];
      return { ...state, sending: sending && { ...sending, openLanes } };
    }
    case 'BroadcastSent':
      return { ...state, status: 'SENT' };
    default:
      return unreachable(event);
  }
};
