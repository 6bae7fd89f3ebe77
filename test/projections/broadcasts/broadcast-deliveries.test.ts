import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { broadcastDeliveries } from '../../../projections/broadcasts/broadcast-deliveries.ts';

const given = specFor(broadcastDeliveries);
const at = (minute: number) => `2026-01-05T09:0${minute}:00.000Z`;
const in1 = (minute: number) => ({ stream: 'broadcastBatch-k1', workspaceId: 'w1', at: at(minute) });
const ofBatch = { broadcastId: 'b1', number: 0 };
const ids = ['d1', 'd2', 'd3'];
const deliveries = ids.map((deliveryId) => ({
  deliveryId,
  contactId: `c-${deliveryId}`,
  platform: 'FACEBOOK' as const,
}));
const enqueued = event('BroadcastBatchEnqueued', { batchId: 'k1', ...ofBatch, deliveries }, in1(0));
const started = event('BroadcastDeliveriesStarted', { ...ofBatch, deliveryIds: ids }, in1(1));
const failed = [{ deliveryId: 'd2', code: 'BLOCKED' }];
const ended = event('BroadcastDeliveriesEnded', { ...ofBatch, delivered: ['d1'], failed, postponed: ['d3'] }, in1(2));
const row = (id: string, minute: number) => ({
  id,
  workspace_id: 'w1',
  broadcast_id: 'b1',
  batch_id: 'k1',
  contact_id: `c-${id}`,
  platform: 'FACEBOOK',
  status: 'PENDING' as const,
  error_code: null,
  sent_at: null,
  read_at: null,
  created_at: at(0),
  updated_at: at(minute),
});
const delivered = { ...row('d1', 2), status: 'DELIVERED' as const, sent_at: at(2) };
const refused = { ...row('d2', 2), status: 'FAILED' as const, error_code: 'BLOCKED' };

describe('the read model broadcast_deliveries', () => {
  it('has each message of a batch, from the queue to its own outcome', () => {
    given().when(enqueued).then(row('d1', 0), row('d2', 0), row('d3', 0));
    given(enqueued)
      .when(started)
      .then(...ids.map((id) => ({ ...row(id, 1), status: 'DELIVERING' as const })));
    given(enqueued, started).when(ended).then(delivered, refused, row('d3', 2));
  });
  it('has a retried message as pending, without the error of its last attempt', () => {
    const retried = event('BroadcastBatchRetried', { ...ofBatch, round: 2, deliveryIds: ['d2'] }, in1(3));
    given(enqueued, started, ended).when(retried).then(delivered, row('d2', 3), row('d3', 2));
    given(enqueued, started, ended, retried)
      .when(
        event('BroadcastDeliveriesStarted', { ...ofBatch, deliveryIds: ['d2'] }, in1(4)),
        event('BroadcastDeliveriesEnded', { ...ofBatch, delivered: ['d2'], failed: [], postponed: [] }, in1(5)),
      )
      .then(delivered, { ...row('d2', 5), status: 'DELIVERED', sent_at: at(5) }, row('d3', 2));
  });
  it('has the time of reading that the platform reports, and no row for a message that was never queued', () => {
    const read = event('BroadcastDeliveryRead', { ...ofBatch, deliveryId: 'd1', readAt: at(3) }, in1(4));
    given(enqueued, started, ended)
      .when(read)
      .then({ ...delivered, status: 'READ', read_at: at(3), updated_at: at(4) }, refused, row('d3', 2));
    given(started, ended).when(read).thenNoRows();
  });
});
