import { expect } from 'chai';
import { foldState } from '../../../domain/kernel/decider.ts';
import {
  signingSecretsAt,
  webhookEndpoint,
  WebhookEndpointAutoDisabled,
  WebhookEndpointCreated,
  WebhookEndpointDeleted,
  WebhookEndpointDisabled,
  WebhookEndpointEnabled,
  WebhookEndpointOwnerNotified,
  WebhookEndpointSecretRotated,
  WebhookEndpointUpdated,
  WebhookEndpointWarned,
} from '../../../domain/webhooks/endpoint.ts';
import { specFor } from '../../support/spec.ts';

const given = specFor(webhookEndpoint);
const endpointId = 'c0000000000000000000000e1';
const url = 'https://receiver.example/hooks';
const created = WebhookEndpointCreated({
  endpointId,
  url,
  events: ['post.published', 'post.failed'],
  description: null,
  secretName: 's1',
});
const at = '2026-05-01T10:00:00.000Z';
const autoDisabled = WebhookEndpointAutoDisabled({ endpointId, series: 'd1', consecutiveFailures: 10, at });

describe('webhook endpoint', () => {
  it('is created with each event type once', () => {
    given()
      .when({
        type: 'create',
        endpointId,
        url,
        events: ['post.published', 'post.failed', 'post.published'],
        description: null,
        secretName: 's1',
      })
      .then(created);
  });

  it('records only what an update changes', () => {
    const nextUrl = 'https://receiver.example/other';
    given(created)
      .when({ type: 'update', url: nextUrl })
      .then(
        WebhookEndpointUpdated({
          endpointId,
          url: nextUrl,
          events: ['post.published', 'post.failed'],
          description: null,
        }),
      );
    given(created).when({ type: 'update', url, enabled: true }).thenNothing();
    given(created).when({ type: 'update', enabled: false }).then(WebhookEndpointDisabled({ endpointId }));
  });

  it('can change and be switched on by one update', () => {
    given(created, WebhookEndpointDisabled({ endpointId }))
      .when({ type: 'update', description: 'orders', enabled: true })
      .thenTypes('WebhookEndpointUpdated', 'WebhookEndpointEnabled');
  });

  it('is switched off once for a run of failures, and again for the next run', () => {
    const command = { type: 'auto-disable', series: 'd1', consecutiveFailures: 10, at } as const;
    given(created).when(command).then(autoDisabled);
    given(created, autoDisabled, WebhookEndpointEnabled({ endpointId })).when(command).thenNothing();
    given(created, autoDisabled, WebhookEndpointEnabled({ endpointId }))
      .when({ ...command, series: 'd2' })
      .thenTypes('WebhookEndpointAutoDisabled');
    given(created, WebhookEndpointDisabled({ endpointId })).when(command).thenNothing();
  });

  it('warns once for a run of failures', () => {
    const warned = WebhookEndpointWarned({ endpointId, series: 'd1', consecutiveFailures: 5 });
    given(created).when({ type: 'warn', series: 'd1', consecutiveFailures: 5 }).then(warned);
    given(created, warned).when({ type: 'warn', series: 'd1', consecutiveFailures: 6 }).thenNothing();
  });

  it('notes each mail once', () => {
    const notified = WebhookEndpointOwnerNotified({ endpointId, noticeId: 'n1', recipients: 1 });
    given(created).when({ type: 'owner-notified', noticeId: 'n1', recipients: 1 }).then(notified);
    given(created, notified).when({ type: 'owner-notified', noticeId: 'n1', recipients: 1 }).thenNothing();
  });

  it('does not exist before it is created nor after it is deleted', () => {
    given().when({ type: 'update', enabled: false }).thenRefused('NOT_FOUND');
    given(created).when({ type: 'delete' }).then(WebhookEndpointDeleted({ endpointId }));
    const deleted = given(created, WebhookEndpointDeleted({ endpointId }));
    deleted.when({ type: 'update', enabled: false }).thenRefused('NOT_FOUND');
    deleted.when({ type: 'delete' }).thenNothing();
  });

  it('signs with both secrets until the window of the rotation ends', () => {
    const rotated = WebhookEndpointSecretRotated({ endpointId, secretName: 's2', previousValidUntil: at });
    given(created).when({ type: 'rotate-secret', secretName: 's2', previousValidUntil: at }).then(rotated);
    const state = foldState(webhookEndpoint, [created, rotated]);
    if (state.status !== 'existing') throw new Error('the endpoint exists');
    expect(signingSecretsAt(state.secrets, '2026-05-01T09:59:59.999Z')).to.deep.equal(['s2', 's1']);
    expect(signingSecretsAt(state.secrets, at)).to.deep.equal(['s2']);
  });

  it('retires the oldest secret at once when it is rotated twice within the window', () => {
    const rotated = (secretName: string) =>
      WebhookEndpointSecretRotated({ endpointId, secretName, previousValidUntil: at });
    const state = foldState(webhookEndpoint, [created, rotated('s2'), rotated('s3')]);
    if (state.status !== 'existing') throw new Error('the endpoint exists');
    expect(signingSecretsAt(state.secrets, '2026-05-01T00:00:00.000Z')).to.deep.equal(['s3', 's2']);
  });
});
