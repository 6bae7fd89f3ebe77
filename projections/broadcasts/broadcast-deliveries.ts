import type { DeliveryStatus } from '../../domain/broadcasts/broadcast-fields.ts';
import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { projectionOf } from '../authoring/projection-of.ts';

/** One row a delivery: what lists, contacts and receipts ask for. */
export type BroadcastDeliveryRow = {
  id: string;
  workspace_id: string;
  broadcast_id: string;
  batch_id: string;
  contact_id: string;
  platform: string;
  status: DeliveryStatus;
  error_code: string | null;
  sent_at: string | null;
  read_at: string | null;
  created_at: string;
  updated_at: string;
};

type Row = BroadcastDeliveryRow | undefined;
type Change = Partial<Pick<BroadcastDeliveryRow, 'status' | 'error_code' | 'sent_at' | 'read_at'>>;

const changed = (row: Row, updated_at: string, change: Change): Row => row && { ...row, ...change, updated_at };

export const broadcastDeliveries = projectionOf<BroadcastDeliveryRow>({
  name: 'broadcast_deliveries',
  version: 2,
  description: 'What became of each message of a broadcast?',
  table: {
    key: 'id',
    columns: {
      id: 'text',
      workspace_id: 'text',
      broadcast_id: 'text',
      batch_id: 'text',
      contact_id: 'text',
      platform: 'text',
      status: 'text',
      error_code: 'text?',
      sent_at: 'instant?',
      read_at: 'instant?',
      created_at: 'instant',
      updated_at: 'instant',
    },
    indexes: ['broadcast_id, id', 'contact_id, created_at desc, id desc'],
  },
  on: {
    BroadcastBatchEnqueued: {
      keys: ({ data }) => data.deliveries.map(({ deliveryId }) => deliveryId),
      fold: (_, { stream, data, meta }, id) => {
        const delivery = data.deliveries.find(({ deliveryId }) => deliveryId === id);
        return (
          delivery && {
            id,
            workspace_id: meta.workspaceId,
            broadcast_id: data.broadcastId,
            batch_id: idOfStream(stream),
            contact_id: delivery.contactId,
            platform: delivery.platform,
            status: 'PENDING',
            error_code: null,
            sent_at: null,
            read_at: null,
            created_at: meta.occurredAt,
            updated_at: meta.occurredAt,
          }
        );
      },
    },
    BroadcastDeliveriesStarted: {
      keys: ({ data }) => data.deliveryIds,
      fold: (row, { meta }) => changed(row, meta.occurredAt, { status: 'DELIVERING' }),
    },
    BroadcastDeliveriesEnded: {
      keys: ({ data: { delivered, failed, postponed } }) => [
        ...delivered,
        ...failed.map(({ deliveryId }) => deliveryId),
        ...postponed,
      ],
      fold: (row, { data, meta: { occurredAt } }, id) => {
        if (data.delivered.includes(id)) return changed(row, occurredAt, { status: 'DELIVERED', sent_at: occurredAt });
        const failure = data.failed.find(({ deliveryId }) => deliveryId === id);
        return failure
          ? changed(row, occurredAt, { status: 'FAILED', error_code: failure.code })
          : changed(row, occurredAt, { status: 'PENDING' });
      },
    },
    BroadcastBatchRetried: {
      keys: ({ data }) => data.deliveryIds,
      fold: (row, { meta }) => changed(row, meta.occurredAt, { status: 'PENDING', error_code: null }),
    },
    BroadcastDeliveryRead: {
      keys: ({ data }) => data.deliveryId,
      fold: (row, { data, meta }) => changed(row, meta.occurredAt, { status: 'READ', read_at: data.readAt }),
    },
  },
});
