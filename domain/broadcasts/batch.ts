import { unreachable, type Decider } from '../kernel/decider.ts';
import { notFound } from '../kernel/refused.ts';
import type { Platform } from '../platforms/platform.ts';
import {
  BroadcastBatchEnqueued,
  BroadcastBatchPassed,
  BroadcastBatchRetried,
  BroadcastDeliveriesEnded,
  BroadcastDeliveriesStarted,
  BroadcastDeliveryRead,
  type BatchEvent,
} from './batch-events.ts';
import { isFinalFailure, type DeliveryStatus } from './broadcast-fields.ts';

export type Delivery = Readonly<{
  deliveryId: string;
  contactId: string;
  platform: Platform;
  status: DeliveryStatus;
  /** Whether it failed in a way that no retry sends again. */
  isFinal: boolean;
  /** Sends of this round that the platform stored nothing of. */
  postponements: number;
  readAt?: string;
}>;

export type Batch = Readonly<{
  broadcastId: string;
  number: number;
  /** 1 is the first sending; each retry is a round of its own. */
  round: number;
  deliveries: readonly Delivery[];
  /** The last pass over the batch, until a delivery changes. */
  passed: Readonly<{ round: number; resumeAt: string | null }> | undefined;
}>;

export type BatchState = Batch | undefined;

export type BatchCommand =
  | Readonly<{
      type: 'enqueue-batch';
      batchId: string;
      broadcastId: string;
      number: number;
      deliveries: readonly Readonly<{ deliveryId: string; contactId: string; platform: Platform }>[];
    }>
  | Readonly<{ type: 'start-deliveries'; deliveryIds: readonly string[] }>
  | Readonly<{
      type: 'end-deliveries';
      delivered: readonly string[];
      failed: readonly Readonly<{ deliveryId: string; code: string }>[];
      postponed: readonly string[];
    }>
  | Readonly<{ type: 'pass-batch'; round: number; resumeAt: string | null; isPlatformBusy: boolean }>
  | Readonly<{ type: 'retry-batch'; round: number }>
  | Readonly<{ type: 'read-delivery'; deliveryId: string; readAt: string }>;

type Command<Type extends BatchCommand['type']> = Extract<BatchCommand, { type: Type }>;

const statusIn = ({ deliveries }: Batch, deliveryId: string): DeliveryStatus | undefined =>
  deliveries.find((each) => each.deliveryId === deliveryId)?.status;

/** Whether a delivery still has to be sent, or its outcome is not known yet. */
export const isOpen = ({ status }: Pick<Delivery, 'status'>): boolean =>
  status === 'PENDING' || status === 'DELIVERING';

const end = (command: Command<'end-deliveries'>, state: Batch): readonly BatchEvent[] => {
  const isSending = (deliveryId: string): boolean => statusIn(state, deliveryId) === 'DELIVERING';
  const delivered = command.delivered.filter(isSending);
  const failed = command.failed.filter(({ deliveryId }) => isSending(deliveryId));
  const postponed = command.postponed.filter(isSending);
  if (delivered.length + failed.length + postponed.length === 0) return [];
  const { broadcastId, number } = state;
  return [BroadcastDeliveriesEnded({ broadcastId, number, delivered, failed, postponed })];
};

const decide = (command: BatchCommand, state: BatchState): readonly BatchEvent[] => {
  if (command.type === 'enqueue-batch') {
    const { batchId, broadcastId, number, deliveries } = command;
    return state ? [] : [BroadcastBatchEnqueued({ batchId, broadcastId, number, deliveries: [...deliveries] })];
  }
  if (!state) throw notFound('broadcast batch');
  const { broadcastId, number } = state;
  switch (command.type) {
    case 'start-deliveries': {
      const deliveryIds = command.deliveryIds.filter((deliveryId) => statusIn(state, deliveryId) === 'PENDING');
      return deliveryIds.length === 0 ? [] : [BroadcastDeliveriesStarted({ broadcastId, number, deliveryIds })];
    }
    case 'end-deliveries':
      return end(command, state);
    case 'pass-batch': {
      const { round, resumeAt, isPlatformBusy } = command;
      const { passed } = state;
      if (round !== state.round || (passed?.round === round && passed.resumeAt === resumeAt)) return [];
      // A batch has ended only when all of its deliveries have.
      if (resumeAt === null && state.deliveries.some(isOpen)) return [];
      return [BroadcastBatchPassed({ broadcastId, number, round, resumeAt, isPlatformBusy })];
    }
    case 'retry-batch': {
      const { round } = command;
      const failed = state.deliveries.filter(({ status, isFinal }) => status === 'FAILED' && !isFinal);
      if (round <= state.round || failed.length === 0) return [];
      const deliveryIds = failed.map(({ deliveryId }) => deliveryId);
      return [BroadcastBatchRetried({ broadcastId, number, round, deliveryIds })];
    }
    case 'read-delivery': {
      const { deliveryId, readAt } = command;
      if (statusIn(state, deliveryId) !== 'DELIVERED') return [];
      return [BroadcastDeliveryRead({ broadcastId, number, deliveryId, readAt })];
    }
    default:
      return unreachable(command);
  }
};

const withStatus = (
  state: Batch,
  deliveryIds: readonly string[],
  change: (delivery: Delivery) => Partial<Delivery>,
): Batch => {
  const changed = new Set(deliveryIds);
  const deliveries = state.deliveries.map((each) =>
    changed.has(each.deliveryId) ? { ...each, ...change(each) } : each,
  );
  return { ...state, deliveries, passed: undefined };
};

const evolve = (state: BatchState, event: BatchEvent): BatchState => {
  if (event.type === 'BroadcastBatchEnqueued') {
    const { broadcastId, number, deliveries } = event.data;
    const pending = { status: 'PENDING', isFinal: false, postponements: 0 } as const;
    return {
      broadcastId,
      number,
      round: 1,
      passed: undefined,
      deliveries: deliveries.map((each) => ({ ...each, ...pending })),
    };
  }
  if (!state) return state;
  switch (event.type) {
    case 'BroadcastDeliveriesStarted':
      return withStatus(state, event.data.deliveryIds, () => ({ status: 'DELIVERING' }));
    case 'BroadcastDeliveriesEnded': {
      const { delivered, failed, postponed } = event.data;
      const codes = new Map(failed.map(({ deliveryId, code }) => [deliveryId, code]));
      const first = withStatus(state, delivered, () => ({ status: 'DELIVERED' }));
      const second = withStatus(first, [...codes.keys()], ({ deliveryId }) => ({
        status: 'FAILED',
        isFinal: isFinalFailure(codes.get(deliveryId)),
      }));
      return withStatus(second, postponed, ({ postponements }) => ({
        status: 'PENDING',
        postponements: postponements + 1,
      }));
    }
    case 'BroadcastBatchPassed': {
      const { round, resumeAt } = event.data;
      return { ...state, passed: { round, resumeAt } };
    }
    case 'BroadcastBatchRetried': {
      const { deliveryIds, round } = event.data;
      return { ...withStatus(state, deliveryIds, () => ({ status: 'PENDING', postponements: 0 })), round };
    }
    case 'BroadcastDeliveryRead':
      return {
        ...withStatus(state, [event.data.deliveryId], () => ({ status: 'READ', readAt: event.data.readAt })),
        passed: state.passed,
      };
    default:
      return unreachable(event);
  }
};

/** `broadcastBatch-<id>`: at most fifty deliveries of a broadcast, from the queue to their outcomes and receipts. */
export const broadcastBatch: Decider<BatchState, BatchCommand, BatchEvent> = {
  category: 'broadcastBatch',
  initial: undefined,
  decide,
  evolve,
};
