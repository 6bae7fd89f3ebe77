import type { Logger } from 'pino';
import { endRequestOf } from '../edge/http/uncaught.ts';

/**
 * What happens to errors that nothing caught. One that belongs to a request ends that request. After
 * any other exception the state of the process is unknown: everything accepted is in the log, so it
 * exits and is restarted.
 */
export const handleUncaughtErrors = (log: Pick<Logger, 'error' | 'fatal'>): void => {
  process.on('uncaughtException', (error) => {
    log.error({ error }, 'an uncaught error');
    void endRequestOf(error).then((ended) => {
      if (ended) return;
      log.fatal({ error }, 'an uncaught error of no request ends the process');
      process.exit(70);
    });
  });
  process.on('unhandledRejection', (error) => {
    log.error({ error }, 'an unhandled rejection');
    void endRequestOf(error);
  });
};
