import type { Logger } from 'pino';
import { endRequestOf } from '../edge/http/uncaught.ts';

/**
 * What happens to errors that nothing caught. One that belongs to a request ends that request. After
 * any other exception the state of the process is unknown: everything accepted is in the log, so it
 * exits and is restarted.
 */
export const handleUncaughtErrors = (log: Pick<Logger, 'error' | 'fatal'>): void => {
  process.on('uncaughtException', (error) => {
    if (endRequestOf(error)) return log.error({ error }, 'an uncaught error ended its request');
    log.fatal({ error }, 'an uncaught error');
    process.exit(70);
  });
  process.on('unhandledRejection', (error) => {
    endRequestOf(error);
    log.error({ error }, 'an unhandled rejection');
  });
};
