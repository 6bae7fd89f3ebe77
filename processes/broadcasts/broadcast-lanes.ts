import type { EventOfType } from '../../domain/events.ts';
import { laneOfBatch, lanesOf, maxLanes, numbersOf } from '../../domain/broadcasts/broadcast-fields.ts';
import { enqueued, laneOf, nextOfLane, passed, type Lane, type LaneWork } from '../../domain/broadcasts/lane.ts';
import { processOf } from '../kernel/process.ts';
import { workLane } from './work-lane.ts';
import type { BroadcastPorts } from './ports.ts';

const instanceOf = (broadcastId: string, lane: number): string => `${broadcastId}/${lane}`;
const laneIn = (instance: string): number => Number(instance.slice(instance.indexOf('/') + 1));
const everyLane: readonly number[] = Array.from({ length: maxLanes }, (_, lane) => lane);

type Handled = EventOfType<
  | 'BroadcastSendingStarted'
  | 'BroadcastRetryStarted'
  | 'BroadcastPaused'
  | 'BroadcastResumed'
  | 'BroadcastLaneFinished'
  | 'BroadcastBatchEnqueued'
  | 'BroadcastBatchPassed'
>;

const lanesConcerned = (event: Handled): readonly number[] => {
  switch (event.type) {
    case 'BroadcastSendingStarted':
      return lanesOf(numbersOf(event.data.batches));
    case 'BroadcastRetryStarted':
      return lanesOf(event.data.numbers);
    case 'BroadcastPaused':
    case 'BroadcastResumed':
      return everyLane;
    case 'BroadcastLaneFinished':
      return [event.data.lane];
    default:
      return [laneOfBatch(event.data.number)];
  }
};

/**
 * Sends broadcasts. The batches of a broadcast are spread over lanes, one instance each: a lane
 * queues its batches, then sends one batch an action, so that broadcasts take turns. A pause ends
 * the work of all lanes of the broadcast, because every lane folds it.
 */
export const broadcastLanes = processOf<Lane, LaneWork, BroadcastPorts>()({
  name: 'broadcast-lanes',
  description: 'Sends the messages of broadcasts.',
  on: {
    BroadcastSendingStarted: (_, { data: { broadcastId, audienceId, startedAt, batches }, meta }, instance) =>
      laneOf(
        {
          broadcastId,
          audienceId,
          startedAt,
          at: meta.occurredAt,
          lane: laneIn(instance),
          numbers: numbersOf(batches),
        },
        1,
      ),
    BroadcastRetryStarted: (_, { data: { broadcastId, round, numbers, startedAt }, meta }, instance) =>
      laneOf({ broadcastId, audienceId: '', startedAt, at: meta.occurredAt, lane: laneIn(instance), numbers }, round),
    BroadcastPaused: (state) => state && { ...state, paused: true },
    BroadcastResumed: (state, { meta }) => state && { ...state, paused: false, at: meta.occurredAt },
    BroadcastLaneFinished: (state, { data }) => (state?.round === data.round ? undefined : state),
    BroadcastBatchEnqueued: (state, { data, meta }) => state && enqueued(state, data.number, meta.occurredAt),
    BroadcastBatchPassed: (state, { data, meta }) =>
      state?.round === data.round ? passed(state, data, meta.occurredAt) : state,
  },
  instancesOf: (event) => lanesConcerned(event).map((lane) => instanceOf(event.data.broadcastId, lane)),
  next: (lane) => {
    const next = nextOfLane(lane);
    return next && { at: next.at, action: { lane, action: next.action } };
  },
  act: workLane,
});
