import { expect } from 'chai';
import fc from 'fast-check';
import { foldState, foldView } from '../../../domain/kernel/decider.ts';
import { idAt, isId } from '../../../domain/kernel/ids.ts';
import {
  retryAfter,
  webhookDelivery,
  WebhookDeliveryAbandoned,
  WebhookDeliveryAttemptFailed,
  WebhookDeliveryAttemptStarted,
  WebhookDeliveryBlocked,
  WebhookDeliveryExhausted,
  WebhookDeliveryRequested,
  WebhookDeliverySucceeded,
  type DeliveryCommand,
  type DeliveryRequest,
  type WebhookDeliveryEvent,
} from '../../../domain/webhooks/delivery.ts';
import { attemptIdOf, deliveryIdFrom, deliveryIdOf } from '../../../domain/webhooks/delivery-id.ts';
import { deliveryRecord } from '../../../domain/webhooks/delivery-record.ts';
import { specFor } from '../../support/spec.ts';

const given = specFor(webhookDelivery);
const deliveryId = deliveryIdFrom(idAt(Date.parse('2026-05-01T10:00:00.000Z'), 'abcdefghijklmno'));
const endpointId = 'c0000000000000000000000e1';
const request: DeliveryRequest = {
  deliveryId,
  endpointId,
  callbackUrl: null,
  event: 'post.published',
  source: { kind: 'event', eventId: 'e-1', stream: 'post-c1', revision: 7 },
  origin: 'event',
  originId: null,
};
const common = { deliveryId, endpointId };
const requested = WebhookDeliveryRequested(request);
const started = (attempt: number) => WebhookDeliveryAttemptStarted({ ...common, attempt });
const minute = (n: number) => new Date(Date.parse('2026-05-01T10:00:00.000Z') + n * 60_000).toISOString();
const failed = (attempt: number, at: string) =>
  WebhookDeliveryAttemptFailed({
    ...common,
    attempt,
    statusCode: 500,
    responseBody: 'no',
    latencyMs: 12,
    error: 'HTTP 500',
    retryAt: retryAfter(attempt, at),
  });
const fail = (attempt: number, at: string): DeliveryCommand => ({
  type: 'fail',
  attempt,
  statusCode: 500,
  responseBody: 'no',
  latencyMs: 12,
  error: 'HTTP 500',
  at,
});
const upToThird = [
  requested,
  started(0),
  failed(0, minute(0)),
  started(1),
  failed(1, minute(1)),
  started(2),
  failed(2, minute(6)),
];
const shown = (...events: readonly WebhookDeliveryEvent[]) =>
  foldView(
    deliveryRecord,
    events.map((event, revision) => ({
      ...event,
      id: `e${revision}`,
      stream: `webhookDelivery-${deliveryId}`,
      revision,
      position: { commit: BigInt(revision), prepare: BigInt(revision) },
      meta: {
        workspaceId: 'w',
        mode: 'test' as const,
        actor: { kind: 'process' as const, id: 'webhook-delivery' },
        $correlationId: 'c',
        $causationId: 'c',
        occurredAt: minute(revision),
      },
    })),
  );

describe('webhook delivery', () => {
  it('begins with its first try', () => {
    given().when({ type: 'start', request, attempt: 0 }).then(requested, started(0));
    given(requested).when({ type: 'start', request, attempt: 0 }).then(started(0));
  });

  it('is retried 1, 5 and 15 minutes after each failure, and then given up', () => {
    given(requested, started(0))
      .when(fail(0, minute(0)))
      .then(failed(0, minute(0)));
    expect([0, 1, 2, 3].map((attempt) => retryAfter(attempt, minute(0)))).to.deep.equal([
      minute(1),
      minute(5),
      minute(15),
      null,
    ]);
    given(...upToThird, started(3))
      .when(fail(3, minute(21)))
      .then(failed(3, minute(21)), WebhookDeliveryExhausted({ ...common, attempt: 3 }));
  });

  it('hears the outcome of the running try only', () => {
    given(requested, started(0))
      .when(fail(1, minute(0)))
      .thenNothing();
    given(requested)
      .when(fail(0, minute(0)))
      .thenNothing();
    given(requested, started(0), failed(0, minute(0)))
      .when({ type: 'start', request, attempt: 0 })
      .thenNothing();
  });

  it('ends with a success', () => {
    const succeeded = WebhookDeliverySucceeded({
      ...common,
      attempt: 0,
      statusCode: 204,
      responseBody: '',
      latencyMs: 3,
    });
    given(requested, started(0))
      .when({ type: 'succeed', attempt: 0, statusCode: 204, responseBody: '', latencyMs: 3 })
      .then(succeeded);
    given(requested, started(0), succeeded)
      .when({ type: 'abandon', request, reason: 'endpoint_deleted' })
      .thenNothing();
  });

  it('ends at once where the target may not be reached', () => {
    given(requested, started(0))
      .when({ type: 'block', attempt: 0, latencyMs: 0, error: 'private' })
      .then(WebhookDeliveryBlocked({ ...common, attempt: 0, latencyMs: 0, error: 'private' }));
  });

  it('is given up when its endpoint is gone', () => {
    given(requested, started(0), failed(0, minute(0)))
      .when({ type: 'abandon', request, reason: 'endpoint_disabled' })
      .then(WebhookDeliveryAbandoned({ ...common, reason: 'endpoint_disabled' }));
  });

  it('never has more than four tries, whatever is sent to it', () => {
    const command = fc.oneof(
      fc.nat(4).map((attempt): DeliveryCommand => ({ type: 'start', request, attempt })),
      fc.nat(4).map((attempt): DeliveryCommand => fail(attempt, minute(attempt))),
    );
    fc.assert(
      fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
        const events = commands.reduce<WebhookDeliveryEvent[]>(
          (history, each) => [...history, ...webhookDelivery.decide(each, foldState(webhookDelivery, history))],
          [],
        );
        const tries = events.filter(({ type }) => type === 'WebhookDeliveryAttemptStarted');
        expect(tries.length).to.be.at.most(4);
        expect(new Set(tries.map(({ data }) => JSON.stringify(data))).size).to.equal(tries.length);
      }),
    );
  });
});

describe('delivery ids', () => {
  it('differ for each try and all open the delivery', () => {
    const ids = [0, 1, 2, 3].map((attempt) => attemptIdOf(deliveryId, attempt));
    expect(new Set(ids).size).to.equal(4);
    expect(ids.every(isId)).to.equal(true);
    expect(ids[0]).to.equal(deliveryId);
    expect(ids.map(deliveryIdOf)).to.deep.equal(ids.map(() => deliveryId));
  });
});

describe('delivery record', () => {
  it('shows the latest try and when the next one is due', () => {
    expect(shown(requested)).to.include({ status: 'PENDING', success: false, retryCount: 0, deliveredAt: null });
    const record = shown(requested, started(0), failed(0, minute(2)));
    expect(record).to.include({
      id: deliveryId,
      endpointId,
      event: 'post.published',
      status: 'PENDING',
      success: false,
      retryCount: 0,
      statusCode: 500,
      responseBody: 'no',
      latencyMs: 12,
      error: 'HTTP 500',
      nextAttemptAt: minute(3),
    });
    expect(shown(requested, started(0), failed(0, minute(2)), started(1))).to.include({
      status: 'DELIVERING',
      retryCount: 1,
    });
  });

  it('shows a success after failures', () => {
    const succeeded = WebhookDeliverySucceeded({
      ...common,
      attempt: 3,
      statusCode: 200,
      responseBody: 'ok',
      latencyMs: 5,
    });
    const record = shown(...upToThird, started(3), succeeded);
    expect(record).to.include({
      status: 'DELIVERED',
      success: true,
      retryCount: 3,
      statusCode: 200,
      responseBody: 'ok',
      error: null,
      deliveredAt: minute(8),
      nextAttemptAt: null,
    });
    expect(record?.attempts.map(({ success, retryCount }) => [success, retryCount])).to.deep.equal([
      [false, 0],
      [false, 1],
      [false, 2],
      [true, 3],
    ]);
  });

  it('shows what was given up, and why', () => {
    const exhausted = [started(3), failed(3, minute(21)), WebhookDeliveryExhausted({ ...common, attempt: 3 })];
    expect(shown(...upToThird, ...exhausted)).to.include({ status: 'FAILED', success: false, nextAttemptAt: null });
    const abandoned = WebhookDeliveryAbandoned({ ...common, reason: 'endpoint_disabled' });
    expect(shown(requested, started(0), failed(0, minute(0)), abandoned)).to.include({
      status: 'FAILED',
      statusCode: 500,
      error: 'the endpoint is disabled; HTTP 500',
      nextAttemptAt: null,
    });
    const blocked = WebhookDeliveryBlocked({ ...common, attempt: 0, latencyMs: 0, error: 'private' });
    expect(shown(requested, started(0), blocked)).to.include({ status: 'FAILED', statusCode: null, error: 'private' });
  });
});
