import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { broadcastBatches } from '../../../projections/broadcasts/broadcast-batches.ts';

const given = specFor(broadcastBatches);
const of = { stream: 'broadcastBatch-k1', workspaceId: 'w1' };
const ofBatch = { broadcastId: 'b1', number: 2 };
const delivery = (deliveryId: string) => ({ deliveryId, contactId: `c-${deliveryId}`, platform: 'FACEBOOK' as const });
const deliveries = ['d1', 'd2', 'd3', 'd4', 'd5'].map(delivery);
const enqueued = event('BroadcastBatchEnqueued', { batchId: 'k1', ...ofBatch, deliveries }, of);
const started = (...deliveryIds: string[]) => event('BroadcastDeliveriesStarted', { ...ofBatch, deliveryIds }, of);
const refused = { deliveryId: 'd2', code: 'BLOCKED' };
const lost = { deliveryId: 'd3', code: 'OUTCOME_UNKNOWN' };
const optedOut = { deliveryId: 'd5', code: 'CONTACT_SUPPRESSED' };
const ended = event(
  'BroadcastDeliveriesEnded',
  { ...ofBatch, delivered: ['d1'], failed: [refused, lost, optedOut], postponed: ['d4'] },
  of,
);
const retried = event('BroadcastBatchRetried', { ...ofBatch, round: 2, deliveryIds: ['d2'] }, of);
const row = {
  id: 'k1',
  workspace_id: 'w1',
  broadcast_id: 'b1',
  number: 2,
  pending: 5,
  delivering: 0,
  delivered: 0,
  failed: 0,
  read: 0,
  final: 0,
};

describe('the read model broadcast_batches', () => {
  it('counts the deliveries of each batch by their status', () => {
    const sent = [enqueued, started('d1', 'd2', 'd3', 'd4', 'd5'), ended];
    given().when(enqueued).then(row);
    given(enqueued)
      .when(started('d1', 'd2', 'd3', 'd4'))
      .then({ ...row, pending: 1, delivering: 4 });
    given(...sent)
      .when()
      .then({ ...row, pending: 1, delivered: 1, failed: 3, final: 2 });
    given(...sent)
      .when(event('BroadcastDeliveryRead', { ...ofBatch, deliveryId: 'd1', readAt: '2026-01-05T09:00:00.000Z' }, of))
      .then({ ...row, pending: 1, failed: 3, read: 1, final: 2 });
  });
  it('counts retried deliveries as pending, and keeps those that no retry sends again', () => {
    const again = { ...ofBatch, delivered: ['d2'], failed: [], postponed: [] };
    const history = [enqueued, started('d1', 'd2', 'd3', 'd4', 'd5'), ended, retried];
    given(...history)
      .when()
      .then({ ...row, pending: 2, delivered: 1, failed: 2, final: 2 });
    given(...history)
      .when(started('d2'), event('BroadcastDeliveriesEnded', again, of))
      .then({ ...row, pending: 1, delivered: 2, failed: 2, final: 2 });
  });
  it('has a row for each batch of a broadcast, and none for a batch that was never queued', () => {
    const second = { stream: 'broadcastBatch-k2', workspaceId: 'w1' };
    const rest = { batchId: 'k2', broadcastId: 'b1', number: 3, deliveries: [delivery('d6')] };
    given(enqueued)
      .when(event('BroadcastBatchEnqueued', rest, second), started('d1'))
      .then({ ...row, pending: 4, delivering: 1 }, { ...row, id: 'k2', number: 3, pending: 1 });
    given(started('d1', 'd2', 'd3', 'd4', 'd5'), ended)
      .when(retried)
      .thenNoRows();
  });
});
