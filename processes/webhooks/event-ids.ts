import { eventIdFor } from '../../commands/kernel/deterministic-ids.ts';

/**
 * The id of an event as a webhook of one of its types. An event with a type of its own and the umbrella is two webhooks:
 * a receiver of both deduplicates each of them. Its own type keeps the id of the event.
 */
export const webhookEventId = (eventId: string, type: string, types: readonly string[]): string =>
  type === types[0] ? eventId : eventIdFor(eventId, types.indexOf(type), type);
