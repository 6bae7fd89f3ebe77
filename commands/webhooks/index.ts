import type { WriteEndpoint } from '../kernel/endpoint.ts';
import { callbackSecretEndpoints } from './callback-secret-endpoints.ts';
import { deliveryEndpoints } from './delivery-endpoints.ts';
import { webhookEndpoints } from './webhook-endpoints.ts';
import type { WebhookPorts } from './ports.ts';
import { replayEndpoints } from './replay-endpoints.ts';

/** Every write endpoint under /v1/webhooks. */
export const webhookWrites = (ports: WebhookPorts): readonly WriteEndpoint[] => [
  ...deliveryEndpoints,
  ...callbackSecretEndpoints(ports),
  ...webhookEndpoints(ports),
  ...replayEndpoints(ports),
];
