import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { webhookOutcomes } from '../../../projections/webhooks/webhook-outcomes.ts';

const given = specFor(webhookOutcomes);
const succeeded = (endpointId: string | null) =>
  event(
    'WebhookDeliverySucceeded',
    { deliveryId: 'd1', endpointId, attempt: 1, statusCode: 200, responseBody: null, latencyMs: 5 },
    { stream: 'webhookDelivery-d1', workspaceId: 'w1' },
  );

describe('the read model webhook_outcomes', () => {
  it('has a row for each outcome, by its place in the log', () =>
    given(succeeded('e1'))
      .when(succeeded('e1'))
      .then(
        { endpoint_id: 'e1', type: 'WebhookDeliverySucceeded', stream: 'webhookDelivery-d1', revision: 0 },
        { endpoint_id: 'e1', type: 'WebhookDeliverySucceeded', stream: 'webhookDelivery-d1', revision: 1 },
      ));

  it('leaves callbacks out', () => given().when(succeeded(null)).thenNoRows());
});
