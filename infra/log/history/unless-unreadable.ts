import { UnreadableEvent } from '../../../domain/kernel/event.ts';

/**
 * Makes a snapshot, unless an event before it cannot be read. A snapshot only spares reading, so it
 * can be missing.
 */
export const unlessUnreadable = async (extend: () => Promise<unknown>): Promise<void> => {
  try {
    await extend();
  } catch (error) {
    if (!(error instanceof UnreadableEvent)) throw error;
  }
};
