import type { ToldEvent } from './told-event.ts';

/**
 * Makes the bytes of an export of events that come batch by batch, of one export only. It holds no
 * more than what does not make up a piece yet, so that memory stays the same whatever the length of
 * the log.
 */
export interface EventEncoder {
  /** What is ready with these events; may be empty. */
  encode(events: readonly ToldEvent[]): Uint8Array;
  /** The rest. Without it the export is not whole. */
  end(): Uint8Array;
}

const nothing = new Uint8Array();

/** One event a line, as JSON. */
export const ndjsonEncoder = (): EventEncoder => ({
  encode: (events) =>
    events.length === 0 ? nothing : Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join('')),
  end: () => nothing,
});
