import { catalogueOf } from './kernel/catalogue.ts';
import type { EventDefinition } from './kernel/event.ts';
import { postEvents } from './posts/events.ts';

/** Every event the service can store or read. A new aggregate adds its list here. */
export const allEvents: readonly EventDefinition[] = [
  ...postEvents,
] as readonly unknown[] as readonly EventDefinition[];

export const catalogue = catalogueOf(allEvents);
