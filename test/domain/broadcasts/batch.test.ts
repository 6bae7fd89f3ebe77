import { expect } from 'chai';
import { broadcastBatch } from '../../../domain/broadcasts/batch.ts';
import {
  BroadcastBatchEnqueued,
  BroadcastBatchPassed,
  BroadcastBatchRetried,
  BroadcastDeliveriesEnded,
  BroadcastDeliveriesStarted,
  BroadcastDeliveryRead,
} from '../../../domain/broadcasts/batch-events.ts';
import { enqueueBatch } from '../../../domain/broadcasts/batch-ids.ts';
import { specFor } from '../../support/spec.ts';

const platform = 'FACEBOOK' as const;
const deliveries = ['d1', 'd2', 'd3'].map((deliveryId) => ({ deliveryId, contactId: `of-${deliveryId}`, platform }));
const of = { broadcastId: 'b1', number: 0 };
const enqueued = BroadcastBatchEnqueued({ batchId: 'x', ...of, deliveries });
const started = (...deliveryIds: string[]) => BroadcastDeliveriesStarted({ ...of, deliveryIds });
const ended = (end: { delivered?: string[]; failed?: string[]; postponed?: string[] }) =>
  BroadcastDeliveriesEnded({
    ...of,
    delivered: end.delivered ?? [],
    postponed: end.postponed ?? [],
    failed: (end.failed ?? []).map((deliveryId) => ({ deliveryId, code: 'FORBIDDEN' })),
  });
const passed = (resumeAt: string | null, round = 1) =>
  BroadcastBatchPassed({ ...of, round, resumeAt, isPlatformBusy: false });
const pass = (resumeAt: string | null, round = 1) =>
  ({ type: 'pass-batch', round, resumeAt, isPlatformBusy: false }) as const;

describe('a batch of a broadcast', () => {
  const given = specFor(broadcastBatch);

  it('is queued once', () => {
    const command = { type: 'enqueue-batch', batchId: 'x', ...of, deliveries } as const;
    given().when(command).then(enqueued);
    given(enqueued).when(command).thenNothing();
  });
  it('starts deliveries that are pending', () =>
    given(enqueued, started('d1'))
      .when({ type: 'start-deliveries', deliveryIds: ['d1', 'd2'] })
      .then(started('d2')));
  it('ends only what was started, and once', () => {
    const end = {
      ...({ type: 'end-deliveries', delivered: ['d1'], postponed: ['d3'] } as const),
      failed: [{ deliveryId: 'd2', code: 'FORBIDDEN' }],
    };
    given(enqueued, started('d1', 'd2'))
      .when(end)
      .then(ended({ delivered: ['d1'], failed: ['d2'] }));
    given(enqueued).when(end).thenNothing();
  });
  it('is passed for good only when every delivery has ended', () => {
    given(enqueued, started('d1', 'd2', 'd3'), ended({ delivered: ['d1', 'd2', 'd3'] }))
      .when(pass(null))
      .then(passed(null));
    given(enqueued, started('d1', 'd2', 'd3'), ended({ delivered: ['d1'], postponed: ['d2'] }))
      .when(pass(null))
      .thenNothing();
  });
  it('sends a postponed delivery again under another name', () => {
    const later = '2026-01-05T09:02:00.000Z';
    given(enqueued, started('d1'), ended({ postponed: ['d1'] }))
      .when(pass(later))
      .then(passed(later));
    given(enqueued, started('d1'), ended({ postponed: ['d1'] }), passed(later))
      .when({ type: 'start-deliveries', deliveryIds: ['d1'] })
      .then(started('d1'));
  });
  it('sends only failed deliveries again, once a round', () => {
    const done = [enqueued, started('d1', 'd2', 'd3'), ended({ delivered: ['d1'], failed: ['d2', 'd3'] })];
    const retried = BroadcastBatchRetried({ ...of, round: 2, deliveryIds: ['d2', 'd3'] });
    given(...done)
      .when({ type: 'retry-batch', round: 2 })
      .then(retried);
    given(...done, retried, started('d2'), ended({ failed: ['d2'] }))
      .when({ type: 'retry-batch', round: 2 })
      .thenNothing();
    given(...done, retried)
      .when(pass(null, 1))
      .thenNothing();
  });
  for (const code of ['OUTCOME_UNKNOWN', 'CONTACT_SUPPRESSED', 'CONTACT_DELETED'])
    it(`never sends a message again that failed with ${code}`, () =>
      given(
        enqueued,
        started('d1', 'd2'),
        BroadcastDeliveriesEnded({
          ...of,
          delivered: [],
          postponed: [],
          failed: [
            { deliveryId: 'd1', code },
            { deliveryId: 'd2', code: 'PUBLISH_ERROR' },
          ],
        }),
      )
        .when({ type: 'retry-batch', round: 2 })
        .then(BroadcastBatchRetried({ ...of, round: 2, deliveryIds: ['d2'] })));
  it('takes one receipt of a delivered message', () => {
    const read = BroadcastDeliveryRead({ ...of, deliveryId: 'd1', readAt: '2026-01-05T09:00:00.000Z' });
    const command = { type: 'read-delivery', deliveryId: 'd1', readAt: '2026-01-05T09:00:00.000Z' } as const;
    given(enqueued, started('d1')).when(command).thenNothing();
    given(enqueued, started('d1'), ended({ delivered: ['d1'] }))
      .when(command)
      .then(read);
    given(enqueued, started('d1'), ended({ delivered: ['d1'] }), read)
      .when(command)
      .thenNothing();
  });
  it('always gets the same ids', () => {
    const idFrom = (milliseconds: number, seed: string) => `${milliseconds}${seed}`;
    const sent = { broadcastId: 'b1', startedAt: '2026-01-05T09:00:00.000Z' };
    const make = () => enqueueBatch(sent, 3, [{ contactId: 'c1', platform }], idFrom);
    expect(make()).to.deep.equal(make());
  });
});
