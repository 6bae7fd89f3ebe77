import type { NewEvent, Recorded } from '../kernel/event.ts';
import type { WebhookEventType } from './event-types.ts';

/** How the events of one aggregate are published to webhooks. */
export interface Outbound<Event extends NewEvent = NewEvent> {
  /** The events that are published at all. */
  readonly handles: readonly Event['type'][];
  /**
   * The webhook events of an event. Called for every event of a workspace with endpoints, so it
   * reads no history.
   */
  typesOf(event: Recorded<Event>): readonly WebhookEventType[];
  /** The `data` of the body. `history` is the event's whole stream; events of later commands are not used. */
  dataOf(type: WebhookEventType, event: Recorded<Event>, history: readonly Recorded<Event>[]): object;
}
