import { ChildFailed } from '@social-publishing/child-process';
import { StoreUnavailable } from '../../domain/kernel/event-store.ts';
import { ConfigurationError, configFrom } from './config.ts';
import { folderTrouble, requireFolder } from './preflight.ts';
import { withSecretFiles } from './secret-files.ts';
import { endingVersionsOf } from './platform-versions.ts';
import { AnotherLog } from '../stores/event-store/followed-log.ts';
import { isConnectionFault } from '../stores/postgres/unavailable.ts';
import { WrongMasterKey } from '../stores/secrets/master-key-check.ts';
import { createLogger } from '../telemetry/logger.ts';
import { startService } from './service.ts';
import { stopSignals } from './stop-signals.ts';
import { handleUncaughtErrors } from './uncaught-errors.ts';
import { faultCodeOf } from '../../domain/kernel/error-of.ts';

const fail = (message: string): never => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

const isOutage = (fault: Error): boolean => isConnectionFault(fault) || fault instanceof StoreUnavailable;

/**
 * `npm start`: one process with every role, and embedded parts for everything the environment does
 * not name.
 */
const main = async (): Promise<void> => {
  const config = configFrom(withSecretFiles(process.env), process.argv.slice(2));
  await requireFolder(config.dataDir);
  const log = createLogger(config.logLevel, undefined, isOutage);
  for (const warning of [...config.warnings, ...endingVersionsOf(config, new Date())]) log.warn(warning);

  const stopping = stopSignals();
  handleUncaughtErrors(log);

  const service = await startService(config, log, stopping).catch((error: unknown) => {
    if (!stopping.aborted) throw error;
    // The stop was asked for, so a supervisor must not take it for a failure.
    log.warn({ reason: saidOf(error, config.dataDir) }, 'stopped before the start was over');
    return process.exit(0);
  });
  process.stdout.write(service.greeting);
  if (!stopping.aborted) {
    await new Promise<void>((resolve) => stopping.addEventListener('abort', () => resolve(), { once: true }));
  }
  log.info('stopping');
  await service.stop();
  process.exit(0);
};

/** What an error says to an operator. A stack is for a fault of the program, which none of these is. */
const saidOf = (error: unknown, dataDir: string): string => {
  if (!(error instanceof Error)) return String(error);
  const saysAll = [ConfigurationError, WrongMasterKey, AnotherLog, StoreUnavailable, ChildFailed];
  if (saysAll.some((kind) => error instanceof kind)) return error.message;
  const code = faultCodeOf(error) ?? '';
  if (['ENOSPC', 'EDQUOT', 'EROFS'].includes(code)) return folderTrouble(dataDir, error).message;
  if (isConnectionFault(error)) return `DATABASE_URL: ${error.message}`;
  return error.stack ?? error.message;
};

main().catch((error: unknown) => fail(saidOf(error, process.env['DATA_DIR'] ?? '.data')));
