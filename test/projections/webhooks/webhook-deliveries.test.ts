import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { webhookDeliveries } from '../../../projections/webhooks/webhook-deliveries.ts';

const given = specFor(webhookDeliveries);

const requested = (endpointId: string | null) =>
  event(
    'WebhookDeliveryRequested',
    {
      deliveryId: 'd1',
      endpointId,
      callbackUrl: endpointId === null ? 'https://example.com/' : null,
      event: 'post.published',
      source: { kind: 'event', eventId: 'e1', stream: 'post-p1', revision: 3 },
      origin: 'event',
      originId: null,
    } as const,
    { stream: 'webhookDelivery-d1', workspaceId: 'w1' },
  );
const succeeded = (endpointId: string | null) =>
  event(
    'WebhookDeliverySucceeded',
    { deliveryId: 'd1', endpointId, attempt: 1, statusCode: 200, responseBody: null, latencyMs: 5 },
    { stream: 'webhookDelivery-d1', workspaceId: 'w1' },
  );

describe('the read model webhook_deliveries', () => {
  it('has a row for a delivery to an endpoint, and for a callback without one', () => {
    given().when(requested('e1')).then({ id: 'd1', workspace_id: 'w1', endpoint_id: 'e1', event: 'post.published' });
    given().when(requested(null)).then({ id: 'd1', endpoint_id: null });
  });

  it('follows the outcome', () => given(requested('e1')).when(succeeded('e1')).then({ status: 'DELIVERED' }));
});
