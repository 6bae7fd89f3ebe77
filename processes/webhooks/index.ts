import { webhookDeliveries } from './webhook-deliveries.ts';
import { webhookHealth } from './webhook-health.ts';
import { webhookReplays } from './webhook-replays.ts';

export const webhookProcesses = [webhookDeliveries, webhookHealth, webhookReplays] as const;
