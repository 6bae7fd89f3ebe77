import { requireReadable, type Recorded } from './event.ts';

/** The keys that an event belongs to. With a fault, none of them can fold the event. */
export type EventKeys = Readonly<{ keys: readonly string[]; fault?: unknown }>;

/**
 * Computes the keys of an event; never throws. An unreadable event belongs to the keys that its
 * readable part names. An event without a part has the stream's name as its key, so that the event is
 * parked where an operator sees it.
 *
 * @example
 * const hidden = event('CommentHidden', { commentId: 'c1', platformSynced: false }, { stream: 'comment-c1' });
 * keysOfEvent(hidden, ({ stream }) => [idOfStream(stream)]); // { keys: ['c1'] }
 * keysOfEvent({ ...hidden, unreadable: 'its key is gone' }, () => []).keys; // ['comment-c1']
 */
export const keysOfEvent = (event: Recorded, keysOf: (event: Recorded) => readonly string[]): EventKeys => {
  try {
    const keys = keysOf(event);
    if (keys.every((key: unknown) => typeof key === 'string')) {
      if (event.unreadable === undefined) return { keys };
      if (keys.length > 0 && !keys.includes('')) return { keys, fault: faultOf(event) };
    }
    return { keys: [event.stream], fault: faultOf(event) ?? new Error('its data contain no key') };
  } catch (error) {
    return { keys: [event.stream], fault: faultOf(event) ?? error };
  }
};

const faultOf = (event: Recorded): unknown => {
  try {
    requireReadable(event);
    return undefined;
  } catch (error) {
    return error;
  }
};
