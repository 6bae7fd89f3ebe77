import { accountEvents } from './accounts/account-events.ts';
import { accountRegistryEvents } from './accounts/account-registry.ts';
import { catalogueOf } from './kernel/catalogue.ts';
import type { EventDefinition } from './kernel/event.ts';
import { mediaEvents } from './media/media-events.ts';
import { postEvents } from './posts/events.ts';
import { postUpkeepEvents } from './posts/upkeep.ts';
import { queueScheduleEvents } from './scheduling/queue-schedule.ts';
import { queueSlotEvents } from './scheduling/queue-slot.ts';
import { userEvents } from './users/user.ts';
import { fingerprintEvents } from './posts/fingerprint.ts';
import { callbackSigningEvents } from './webhooks/callback-signing.ts';
import { webhookDeliveryEvents } from './webhooks/delivery.ts';
import { webhookEndpointEvents } from './webhooks/endpoint.ts';
import { webhookReplayEvents } from './webhooks/replay.ts';
import { apiKeyEvents } from './workspaces/api-key.ts';
import { slotEvents } from './workspaces/slots.ts';
import { slugEvents } from './workspaces/slug.ts';
import { workspaceEvents } from './workspaces/workspace.ts';

/** Every event the service can store or read. A new aggregate adds its list here. */
export const allEvents: readonly EventDefinition[] = [
  ...postEvents,
  ...userEvents,
  ...workspaceEvents,
  ...apiKeyEvents,
  ...slugEvents,
  ...slotEvents,
  ...fingerprintEvents,
  ...postUpkeepEvents,
  ...queueScheduleEvents,
  ...queueSlotEvents,
  ...webhookEndpointEvents,
  ...webhookDeliveryEvents,
  ...webhookReplayEvents,
  ...callbackSigningEvents,
  ...accountEvents,
  ...accountRegistryEvents,
  ...mediaEvents,
] as readonly unknown[] as readonly EventDefinition[];

export const catalogue = catalogueOf(allEvents);
