import type { PublicEvent } from './public-event.ts';

/**
 * Encodes one export of events, batch by batch. It holds no more than an incomplete piece, so
 * memory does not grow with the log.
 */
export interface EventEncoder {
  /** The bytes that these events complete; may be empty. */
  encode(events: readonly PublicEvent[]): Uint8Array;
  /** The remaining bytes, without which the export is incomplete. */
  end(): Uint8Array;
}

const nothing = new Uint8Array();

/** JSON, one event a line. */
export const ndjsonEncoder = (): EventEncoder => ({
  encode: (events) =>
    events.length === 0 ? nothing : Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join('')),
  end: () => nothing,
});
