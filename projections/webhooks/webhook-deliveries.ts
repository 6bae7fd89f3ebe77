import { foldView } from '../../domain/kernel/decider.ts';
import { webhookDeliveryEvents } from '../../domain/webhooks/delivery.ts';
import { deliveryRecord, type DeliveryRecord } from '../../domain/webhooks/delivery-record.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

export type WebhookDeliveryRow = Readonly<{
  id: string;
  workspace_id: string;
  /** Null for a callback, which has no endpoint. */
  endpoint_id: string | null;
  status: string;
  /** The type of the event it reports. */
  event: string;
  /**
   * ISO 8601 on the workspace's clock. Lists sort by it, because ids may be made on either clock.
   */
  created_at: string;
  record: DeliveryRecord;
}>;

export const webhookDeliveries = projectionOf<WebhookDeliveryRow>({
  name: 'webhook_deliveries',
  version: 4,
  description: 'What became of each delivery?',
  table: {
    columns: {
      id: 'text',
      workspace_id: 'text',
      endpoint_id: 'text?',
      status: 'text',
      event: 'text',
      created_at: 'text',
      record: 'json',
    },
    key: 'id',
    indexes: [
      'workspace_id, endpoint_id, created_at desc, id desc',
      'workspace_id, endpoint_id, status, created_at desc, id desc',
      'workspace_id, endpoint_id, event, created_at desc, id desc',
      // Callbacks have no endpoint, and "is null" keeps no order in the indexes above.
      'workspace_id, created_at desc, id desc where endpoint_id is null',
      'workspace_id, status, created_at desc, id desc where endpoint_id is null',
      'workspace_id, event, created_at desc, id desc where endpoint_id is null',
    ],
  },
  published: {
    id: 'The delivery',
    workspace_id: 'The workspace',
    endpoint_id: 'The endpoint; null for a callback',
    status: 'What became of it',
    created_at: 'When it was created',
  },
  on: onEach(webhookDeliveryEvents, {
    keys: ({ data }) => data.deliveryId,
    fold: (row, event) => {
      const record = foldView(deliveryRecord, [event], row?.record);
      return (
        record && {
          id: record.id,
          workspace_id: row?.workspace_id ?? event.meta.workspaceId,
          endpoint_id: record.endpointId,
          status: record.status,
          event: record.event,
          created_at: record.createdAt,
          record,
        }
      );
    },
  }),
});
