import { expect } from 'chai';
import { foldView } from '../../../domain/kernel/decider.ts';
import type { Recorded } from '../../../domain/kernel/event.ts';
import {
  WebhookDeliveryAttemptFailed,
  WebhookDeliveryBlocked,
  WebhookDeliverySucceeded,
} from '../../../domain/webhooks/delivery.ts';
import { endpointView, type EndpointViewEvent } from '../../../domain/webhooks/endpoint-view.ts';
import {
  WebhookEndpointAutoDisabled,
  WebhookEndpointCreated,
  WebhookEndpointDeleted,
  WebhookEndpointDisabled,
  WebhookEndpointEnabled,
  WebhookEndpointSecretRotated,
  WebhookEndpointUpdated,
  WebhookEndpointWarned,
} from '../../../domain/webhooks/endpoint.ts';
import { minute, stored } from './history.ts';

const endpointId = 'e1';
const created = WebhookEndpointCreated({
  endpointId,
  url: 'https://one.test',
  events: ['post.published'],
  description: null,
  secretName: 's1',
});
const attempt = { deliveryId: 'd1', endpointId, attempt: 0, latencyMs: 5 };
const failed = WebhookDeliveryAttemptFailed({
  ...attempt,
  statusCode: null,
  responseBody: null,
  error: 'timeout',
  retryAt: minute(9),
});
const blocked = WebhookDeliveryBlocked({ ...attempt, error: 'private address' });
const succeeded = WebhookDeliverySucceeded({ ...attempt, statusCode: 200, responseBody: null });
const autoDisabled = WebhookEndpointAutoDisabled({ endpointId, series: 's', consecutiveFailures: 10, at: minute(3) });

type History = readonly Recorded<EndpointViewEvent>[];

/** The endpoint after its creation in minute 0, and each event a minute later. */
const viewAfter = (...events: readonly EndpointViewEvent[]) =>
  foldView(endpointView, stored('webhookEndpoint-e1', [created], ...events.map((event) => [event])) as History);

describe('a webhook endpoint as it is shown', () => {
  it('is enabled and without failures at first', () => {
    expect(viewAfter()).to.deep.equal({
      id: endpointId,
      url: 'https://one.test',
      events: ['post.published'],
      description: null,
      enabled: true,
      failureCount: 0,
      consecutiveFailures: 0,
      autoDisabledAt: null,
      lastDeliveryAt: null,
      lastFailureAt: null,
      createdAt: minute(0),
      updatedAt: minute(0),
    });
  });

  it('has its changes', () => {
    const changes = { url: 'https://two.test', events: ['post.failed' as const], description: 'Second' };
    expect(viewAfter(WebhookEndpointUpdated({ endpointId, ...changes }))).to.deep.include({
      ...changes,
      updatedAt: minute(1),
    });
    const rotated = WebhookEndpointSecretRotated({ endpointId, secretName: 's2', previousValidUntil: minute(9) });
    expect(viewAfter(rotated)).to.deep.include({ updatedAt: minute(1), url: 'https://one.test' });
  });

  it('counts its failures: all of them, and those since the last success', () => {
    expect(viewAfter(failed, blocked)).to.include({
      failureCount: 2,
      consecutiveFailures: 2,
      lastFailureAt: minute(2),
      // A delivery changes nothing about the endpoint itself.
      updatedAt: minute(0),
    });
    expect(viewAfter(failed, blocked, succeeded)).to.include({
      failureCount: 2,
      consecutiveFailures: 0,
      lastDeliveryAt: minute(3),
      lastFailureAt: minute(2),
    });
  });

  it('is disabled by a person, or by itself with the time', () => {
    expect(viewAfter(WebhookEndpointDisabled({ endpointId }))).to.include({
      enabled: false,
      autoDisabledAt: null,
      updatedAt: minute(1),
    });
    expect(viewAfter(failed, autoDisabled)).to.include({
      enabled: false,
      autoDisabledAt: minute(3),
      updatedAt: minute(2),
    });
  });

  it('begins a new series of failures where it is enabled again', () => {
    expect(viewAfter(failed, autoDisabled, WebhookEndpointEnabled({ endpointId }))).to.include({
      enabled: true,
      failureCount: 1,
      consecutiveFailures: 0,
      autoDisabledAt: null,
      lastFailureAt: null,
      updatedAt: minute(3),
    });
  });

  it('does not show that its owner is warned', () => {
    expect(viewAfter(WebhookEndpointWarned({ endpointId, series: 's', consecutiveFailures: 5 }))).to.deep.equal(
      viewAfter(),
    );
  });

  it('is not shown once it is deleted', () => {
    expect(viewAfter(WebhookEndpointDeleted({ endpointId }))).to.equal(undefined);
    expect(foldView(endpointView, stored('webhookEndpoint-e1', [failed]) as History)).to.equal(undefined);
  });
});
