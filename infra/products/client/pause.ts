import { setTimeout as timer } from 'node:timers/promises';

/** Waits, or rejects with the reason of the signal once that is aborted. */
export const pause = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  await timer(milliseconds, undefined, { signal }).catch((fault: unknown) => {
    signal.throwIfAborted();
    throw fault;
  });
};
