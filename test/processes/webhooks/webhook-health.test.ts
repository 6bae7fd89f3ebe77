import { expect } from 'chai';
import type { NewEvent, Recorded } from '../../../domain/kernel/event.ts';
import { WebhookDeliveryAttemptFailed, WebhookDeliverySucceeded } from '../../../domain/webhooks/delivery.ts';
import {
  WebhookEndpointAutoDisabled,
  WebhookEndpointDeleted,
  WebhookEndpointDisabled,
  WebhookEndpointEnabled,
  WebhookEndpointOwnerNotified,
  WebhookEndpointWarned,
} from '../../../domain/webhooks/endpoint.ts';
import { webhookHealth, type EndpointHealth } from '../../../processes/webhooks/webhook-health.ts';
import { minute, stored } from '../../domain/webhooks/history.ts';

const endpointId = 'e1';
const outcome = { deliveryId: 'd', endpointId, attempt: 0, statusCode: 500, responseBody: '', latencyMs: 1 };
const failed = WebhookDeliveryAttemptFailed({ ...outcome, error: 'HTTP 500', retryAt: null });
const failures = (count: number): NewEvent[] => Array.from({ length: count }, () => failed);
const succeeded = WebhookDeliverySucceeded(outcome);
const warned = WebhookEndpointWarned({ endpointId, series: 'event-0', consecutiveFailures: 5 });
const disabled = WebhookEndpointAutoDisabled({ endpointId, series: 'event-0', consecutiveFailures: 10, at: minute(0) });

const after = (...events: readonly NewEvent[]): EndpointHealth | undefined =>
  stored('any', events).reduce<EndpointHealth | undefined>(
    (health, event: Recorded) => webhookHealth.evolve(health, event, endpointId),
    undefined,
  );
const actionAfter = (...events: readonly NewEvent[]) => {
  const health = after(...events);
  return health && webhookHealth.next(health)?.action;
};

describe('webhook health', () => {
  it('warns at the fifth failure in a row, and not before', () => {
    expect(actionAfter(...failures(4))).to.equal(undefined);
    expect(actionAfter(...failures(5))).to.deep.equal({
      type: 'warn',
      endpointId,
      series: 'event-0',
      consecutiveFailures: 5,
    });
    expect(actionAfter(...failures(4), succeeded, ...failures(4))).to.equal(undefined);
  });

  it('mails what was decided, once', () => {
    const [action, notice] = [actionAfter(...failures(5), warned), { kind: 'warning', consecutiveFailures: 5 }];
    expect(action).to.deep.nested.include({ type: 'notify', 'notice.kind': notice.kind });
    const notified = WebhookEndpointOwnerNotified({ endpointId, noticeId: 'event-5', recipients: 1 });
    expect(actionAfter(...failures(5), warned, notified)).to.equal(undefined);
  });

  it('disables at the tenth, also while a mail is owed, and warns first where ten came at once', () => {
    expect(actionAfter(...failures(5), warned, ...failures(5))).to.include({
      type: 'disable',
      consecutiveFailures: 10,
    });
    expect(actionAfter(...failures(10))).to.include({ type: 'warn', consecutiveFailures: 10 });
  });

  it('lets what was switched off be, whatever still fails', () => {
    const off = WebhookEndpointDisabled({ endpointId });
    expect(actionAfter(off, ...failures(12))).to.equal(undefined);
    expect(actionAfter(...failures(5), warned, ...failures(5), disabled, ...failures(3))).to.include({
      type: 'notify',
    });
  });

  it('starts afresh when it is enabled again, and names a new run', () => {
    const history = [...failures(5), warned, ...failures(5), disabled, WebhookEndpointEnabled({ endpointId })];
    const again = actionAfter(...history, ...failures(5));
    expect(again).to.deep.include({ type: 'warn', series: 'event-13', consecutiveFailures: 5 });
  });

  it('keeps nothing of healthy and deleted endpoints', () => {
    expect(after(succeeded)).to.equal(undefined);
    expect(after(failed, succeeded)).to.equal(undefined);
    expect(after(...failures(5), warned, WebhookEndpointDeleted({ endpointId }))).to.equal(undefined);
  });
});
