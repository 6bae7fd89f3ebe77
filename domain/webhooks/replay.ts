import { z } from 'zod';
import { unreachable, type Decider } from '../kernel/decider.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { notFound } from '../kernel/refused.ts';
import { WebhookEventType } from './event-types.ts';

/** The most deliveries of one replay. */
export const maxReplayedDeliveries = 10_000;
/** The longest range of one replay, in days. */
export const maxReplayDays = 31;

export const WebhookReplayRequested = defineEvent(
  'WebhookReplayRequested',
  z.object({
    replayId: z.string(),
    endpointId: z.string(),
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    events: z.array(WebhookEventType),
    /** Deliveries in the range at the time of the request. */
    total: z.int(),
  }),
  { description: 'A replay of a range of past events to an endpoint was requested.' },
);

export const WebhookReplayProgressed = defineEvent(
  'WebhookReplayProgressed',
  z.object({
    replayId: z.string(),
    /** Deliveries created so far. */
    requested: z.int(),
    /** The start of the next page; null at the end. */
    after: z.string().nullable(),
  }),
  { description: 'A part of the replay was created.' },
);

export const webhookReplayEvents = [WebhookReplayRequested, WebhookReplayProgressed] as const;
export type WebhookReplayEvent = EventOf<(typeof webhookReplayEvents)[number]>;

export type ReplayCommand =
  | Readonly<{ type: 'request' } & z.input<typeof WebhookReplayRequested.schema>>
  | Readonly<{ type: 'progress'; requested: number; after: string | null }>;

export type ReplayState =
  | Readonly<{ status: 'none' }>
  | Readonly<{ status: 'running' | 'completed'; replayId: string; requested: number; after: string | null }>;

export const webhookReplay: Decider<ReplayState, ReplayCommand, WebhookReplayEvent> = {
  category: 'webhookReplay',
  initial: { status: 'none' },
  decide: (command, state) => {
    switch (command.type) {
      case 'request': {
        const { type: _type, ...request } = command;
        return state.status === 'none' ? [WebhookReplayRequested(request)] : [];
      }
      case 'progress': {
        if (state.status === 'none') throw notFound('webhook replay');
        if (state.status === 'completed' || command.after === state.after) return [];
        const { requested, after } = command;
        return [WebhookReplayProgressed({ replayId: state.replayId, requested, after })];
      }
      default:
        return unreachable(command);
    }
  },
  evolve: (state, event) => {
    // An empty string sorts before everything, so that the null of the end is a change like any
    // other.
    if (event.type === 'WebhookReplayRequested')
      return { status: 'running', replayId: event.data.replayId, requested: 0, after: '' };
    const { replayId, requested, after } = event.data;
    return { status: after === null ? 'completed' : 'running', replayId, requested, after };
  },
};
