import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../telemetry/logger.ts';

/** Parts that were started and must be stopped, in reverse order. */
export type Stoppable = Readonly<{
  add(name: string, stop: () => Promise<unknown>): void;
  /** Settles when every part has stopped, or has timed out. */
  stop(): Promise<void>;
}>;

/**
 * How long one part may take to stop. A part that takes longer is left as after a kill, and the
 * next start continues from there.
 */
const maxStopMs = 30_000;

export const stoppable = (log: Logger, limitMs = maxStopMs): Stoppable => {
  const parts: [name: string, stop: () => Promise<unknown>][] = [];
  return {
    add: (name, stop) => void parts.push([name, stop]),
    stop: async () => {
      for (const [name, stop] of parts.reverse()) {
        const waiting = new AbortController();
        const stopped = stop().then(
          () => true,
          (error: unknown) => {
            log.warn({ name, error }, 'a part did not stop cleanly');
            return true;
          },
        );
        const late = pause(limitMs, false, { signal: waiting.signal }).catch(() => false);
        if (!(await Promise.race([stopped, late])))
          log.error({ name }, 'a part did not stop in time and is left behind');
        waiting.abort();
      }
    },
  };
};
