import { mkdir } from 'node:fs/promises';
import { StoreUnavailable } from '../../domain/kernel/event-store.ts';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { openInfrastructure, type Infrastructure } from '../composition/infrastructure.ts';
import { runningStores, startStores, type Stores } from '../composition/embedded-stores.ts';
import { type Config, ConfigurationError, configFrom } from '../composition/config.ts';
import { withSecretFiles } from '../composition/secret-files.ts';
import { AnotherLog } from '../stores/event-store/followed-log.ts';
import { createLogger, type Logger } from '../telemetry/logger.ts';
import { errorOf } from '../../domain/kernel/error-of.ts';

/** The command line cannot be parsed. The message says why, and the usage follows it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The request cannot be carried out in the present state. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** Reads arguments strictly: an unknown option is an error, never ignored. */
export const readArguments = <Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (fault) {
    throw new UsageError(errorOf(fault).message, { cause: fault });
  }
};

/** Opens the parts of a command over these stores, and closes both when its work has ended. */
export const withStores = async <T>(
  config: Config,
  open: (log: Logger) => Promise<Stores>,
  work: (infrastructure: Infrastructure) => Promise<T>,
): Promise<T> => {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const log = createLogger(process.env['LOG_LEVEL'] ? config.logLevel : 'fatal');
  const stores = await open(log);
  try {
    const infrastructure = await openInfrastructure(config, stores, log);
    try {
      return await work(infrastructure);
    } finally {
      await infrastructure.close();
    }
  } finally {
    await stores.stop();
  }
};

/**
 * The stores of a command: those the environment names, those of the service that runs on DATA_DIR,
 * or new ones for this command.
 */
export const withInfrastructure = <T>(work: (infrastructure: Infrastructure) => Promise<T>): Promise<T> => {
  const config = configFrom(withSecretFiles(process.env));
  const isEmbedded = config.databaseUrl === undefined || config.eventStoreUrl === undefined;
  return withStores(
    config,
    async (log) => {
      const running = isEmbedded ? await runningStores(config.dataDir) : undefined;
      return running ? { ...running, stop: () => Promise.resolve() } : startStores(config, log);
    },
    work,
  );
};

/** Runs a command and ends the process: 0 done, 1 refused or failed, 2 not understood. */
export const runCommand = async (usage: string, command: (args: readonly string[]) => Promise<void>): Promise<void> => {
  try {
    await command(process.argv.slice(2));
    process.exit(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n\n${usage}\n`);
      process.exit(2);
    }
    const isSaid = [Refusal, ConfigurationError, AnotherLog, StoreUnavailable].some((kind) => error instanceof kind);
    process.stderr.write(
      `${error instanceof Error ? ((isSaid ? error.message : error.stack) ?? '') : String(error)}\n`,
    );
    process.exit(1);
  }
};

/** Lines of columns, each as wide as its widest cell. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

export const print = (text: string): void => void process.stdout.write(`${text}\n`);
export const printJson = (value: unknown): void => print(JSON.stringify(value, null, 2));
