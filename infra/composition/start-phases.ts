import type { Logger } from '../telemetry/logger.ts';

/** Says of each phase of a start how long it took, so that a slow start names its reason. */
export const startPhases = (log: Pick<Logger, 'info'>, now: () => number = () => performance.now()) => {
  let since = now();
  return (phase: string): void => {
    const at = now();
    log.info({ phase, ms: Math.round(at - since) }, `started: ${phase}`);
    since = at;
  };
};
