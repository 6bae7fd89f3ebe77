import { requireReadable, type Recorded } from './event.ts';

/** The keys an event belongs to. With a fault, none of them can take the event in. */
export type EventKeys = Readonly<{ keys: readonly string[]; fault?: unknown }>;

/**
 * Asks for the keys of an event; never throws. An event that cannot be read belongs to the keys its rest still names. Where
 * nothing names a key, the name of its stream stands for it, so that the event is parked in sight of an operator.
 */
export const keysOfEvent = (event: Recorded, keysOf: (event: Recorded) => readonly string[]): EventKeys => {
  try {
    const keys = keysOf(event);
    if (keys.every((key: unknown) => typeof key === 'string')) {
      if (event.unreadable === undefined) return { keys };
      if (keys.length > 0 && !keys.includes('')) return { keys, fault: faultOf(event) };
    }
    return { keys: [event.stream], fault: faultOf(event) ?? new Error('its data name no key') };
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
