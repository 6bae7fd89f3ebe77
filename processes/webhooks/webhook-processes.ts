import { runnable, type RunnableProcess } from '../kernel/process-manager.ts';
import { webhookDeliveryManager } from './delivery-manager.ts';
import { webhookHealthManager } from './health-manager.ts';
import { keepHealthy, type HealthPorts } from './keep-healthy.ts';
import type { DeliveryPorts } from './ports.ts';
import { webhookReplayManager } from './replay-manager.ts';
import { runReplay, type PastEvents } from './run-replay.ts';
import { sendDelivery } from './send-delivery.ts';

export type WebhookProcessPorts = DeliveryPorts & HealthPorts & Readonly<{ pastEvents: PastEvents }>;

/** The processes behind webhooks and callbacks, with their hands. */
export const webhookProcesses = (ports: WebhookProcessPorts): readonly RunnableProcess[] => [
  runnable(webhookDeliveryManager, sendDelivery(ports)),
  runnable(webhookHealthManager, keepHealthy(ports)),
  runnable(webhookReplayManager, runReplay(ports.pastEvents)),
];
