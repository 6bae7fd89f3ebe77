import { webhookDeliveries } from './webhook-deliveries.ts';
import { webhookEndpoints } from './webhook-endpoints.ts';
import { webhookOutcomes } from './webhook-outcomes.ts';
import { webhookReplays } from './webhook-replays.ts';
import { webhookSources } from './webhook-sources.ts';

export const webhookProjections = {
  webhook_endpoints: webhookEndpoints,
  webhook_deliveries: webhookDeliveries,
  webhook_outcomes: webhookOutcomes,
  webhook_sources: webhookSources,
  webhook_replays: webhookReplays,
};
