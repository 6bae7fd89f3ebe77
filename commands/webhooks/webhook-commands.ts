import type { WriteEndpoint } from '../kernel/endpoint.ts';
import { callbackSecretCommands } from './callback-secret.ts';
import { deliveryCommands } from './delivery-commands.ts';
import { endpointCommands } from './endpoint-commands.ts';
import type { WebhookPorts } from './ports.ts';
import { replayCommands } from './replay-commands.ts';

/** Every write endpoint under /v1/webhooks. */
export const webhookCommands = (ports: WebhookPorts): readonly WriteEndpoint[] => [
  ...deliveryCommands,
  ...callbackSecretCommands(ports),
  ...endpointCommands(ports),
  ...replayCommands(ports),
];
