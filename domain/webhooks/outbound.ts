import type { Recorded } from '../kernel/event.ts';
import type { WebhookEventType } from './event-types.ts';

/** How the events of one aggregate are told to the outside. */
export interface Outbound {
  /** The events of the log that are told at all. */
  readonly handles: readonly string[];
  /** What an event is told as, by itself alone: it is asked for every event of a workspace that has endpoints. */
  typesOf(event: Recorded): readonly WebhookEventType[];
  /** The `data` of the body. `history` is the event's whole stream; what came after the event's own command is not used. */
  dataOf(type: WebhookEventType, event: Recorded, history: readonly Recorded[]): object;
}

/** The stream up to an event, itself included. */
export const upTo = (event: Recorded, history: readonly Recorded[]): readonly Recorded[] =>
  history.filter(({ revision }) => revision <= event.revision);

/** The id half of a stream's name. */
export const idInStream = (stream: string): string => stream.slice(stream.indexOf('-') + 1);
