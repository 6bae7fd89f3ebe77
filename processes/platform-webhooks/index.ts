import { keptWebhooks } from './kept-webhooks.ts';

export const platformWebhookProcesses = [keptWebhooks] as const;
