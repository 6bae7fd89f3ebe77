import { isFinalFailure } from '../../domain/broadcasts/broadcast-fields.ts';
import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { projectionOf } from '../authoring/projection-of.ts';

/** One row a batch: how many of its deliveries are in each status. */
export type BroadcastBatchRow = {
  id: string;
  workspace_id: string;
  broadcast_id: string;
  number: number;
  pending: number;
  delivering: number;
  delivered: number;
  failed: number;
  read: number;
  /** Of the failed ones: those that no retry sends again. */
  final: number;
};

type Count = 'pending' | 'delivering' | 'delivered' | 'failed' | 'read';

const moved = (
  row: BroadcastBatchRow | undefined,
  from: Count,
  to: Count,
  count: number,
): BroadcastBatchRow | undefined => row && { ...row, [from]: row[from] - count, [to]: row[to] + count };

export const broadcastBatches = projectionOf<BroadcastBatchRow>({
  name: 'broadcast_batches',
  version: 2,
  description: 'How far is each batch of a broadcast?',
  table: {
    key: 'id',
    columns: {
      id: 'text',
      workspace_id: 'text',
      broadcast_id: 'text',
      number: 'integer',
      pending: 'integer',
      delivering: 'integer',
      delivered: 'integer',
      failed: 'integer',
      read: 'integer',
      final: 'integer',
    },
    indexes: ['broadcast_id, number'],
  },
  on: {
    BroadcastBatchEnqueued: {
      keys: ({ stream }) => idOfStream(stream),
      fold: (_, { data, meta }, id) => ({
        id,
        workspace_id: meta.workspaceId,
        broadcast_id: data.broadcastId,
        number: data.number,
        pending: data.deliveries.length,
        delivering: 0,
        delivered: 0,
        failed: 0,
        read: 0,
        final: 0,
      }),
    },
    BroadcastDeliveriesStarted: {
      keys: ({ stream }) => idOfStream(stream),
      fold: (row, { data }) => moved(row, 'pending', 'delivering', data.deliveryIds.length),
    },
    BroadcastDeliveriesEnded: {
      keys: ({ stream }) => idOfStream(stream),
      fold: (row, { data: { delivered, failed, postponed } }) => {
        const first = moved(row, 'delivering', 'delivered', delivered.length);
        const second = moved(first, 'delivering', 'failed', failed.length);
        const after = moved(second, 'delivering', 'pending', postponed.length);
        const final = failed.filter(({ code }) => isFinalFailure(code)).length;
        return after && { ...after, final: after.final + final };
      },
    },
    BroadcastBatchRetried: {
      keys: ({ stream }) => idOfStream(stream),
      fold: (row, { data }) => moved(row, 'failed', 'pending', data.deliveryIds.length),
    },
    BroadcastDeliveryRead: {
      keys: ({ stream }) => idOfStream(stream),
      fold: (row) => moved(row, 'delivered', 'read', 1),
    },
  },
});
