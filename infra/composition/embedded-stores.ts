import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type EmbeddedPostgres, type PostgresOptions, startPostgres } from '@social-publishing/embedded-postgres';
import { eventStoreProgram, runtime, secretUser, selfSigned } from '@social-publishing/event-store-node/program';
import { freePort, startNodeChild } from '@social-publishing/child-process';
import { z } from 'zod';
import type { Config } from './config.ts';
import { requireEmbeddedPostgres } from './optional-parts.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { faultCodeOf } from '../../domain/kernel/error-of.ts';

/** The addresses of the two stores, whether embedded or external. */
export type Stores = Readonly<{ databaseUrl: string; eventStoreUrl: string; stop(): Promise<void> }>;

const storesFile = (dataDir: string): string => path.join(dataDir, 'stores.json');

const StoresFile = z.object({ databaseUrl: z.string(), eventStoreUrl: z.string(), pid: z.int() });

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (fault) {
    return faultCodeOf(fault) === 'EPERM';
  }
};

/**
 * The stores of the service that runs on this data folder, from `stores.json`; undefined when none
 * runs.
 */
export const runningStores = async (dataDir: string): Promise<z.output<typeof StoresFile> | undefined> => {
  try {
    const stores = StoresFile.parse(JSON.parse(await readFile(storesFile(dataDir), 'utf8')));
    return isAlive(stores.pid) ? stores : undefined;
  } catch {
    // Absent, or half written by a process that died.
    return undefined;
  }
};

/** Replaces the file in one step: one that was there before would keep its mode. */
const writePrivate = async (file: string, text: string): Promise<void> => {
  await rm(`${file}.new`, { force: true });
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
};

/** Made once: a command or a second start beside a running service must not replace what its clients trust. */
const keptIdentity = async (folder: string) => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const files = { certFile: path.join(folder, 'cert.pem'), keyFile: path.join(folder, 'key.pem') };
  if (!existsSync(files.certFile)) {
    const { cert, key } = selfSigned();
    await writePrivate(files.keyFile, key);
    await writePrivate(files.certFile, cert);
  }
  return files;
};

type Stoppable = Readonly<{ stop(): Promise<void> }>;

/** Starts the Postgres of a data folder. */
export const startEmbeddedPostgres = async (
  { dataDir }: Pick<Config, 'dataDir'>,
  heard: Pick<PostgresOptions, 'onLine' | 'onUnexpectedExit'> = {},
): Promise<EmbeddedPostgres> => {
  requireEmbeddedPostgres();
  return startPostgres({ dir: path.join(dataDir, 'postgres'), ...heard });
};

/** Starts the event store node of a data folder. */
export const startEmbeddedEventStore = async (
  { dataDir, systemProjections }: Pick<Config, 'dataDir' | 'systemProjections'>,
  log: Logger,
  onUnexpectedExit?: (how: string) => void,
): Promise<Stoppable & Readonly<{ url: string }>> => {
  // The port is chosen here rather than by the node, so that a restarted node has the same
  // address.
  const port = await freePort();
  // Every user of the machine reaches the port. Who may read the folder knows the secret of this start.
  const secret = randomBytes(32).toString('hex');
  const identity = await keptIdentity(path.join(dataDir, 'event-store-tls'));
  const node = await startNodeChild<{ ready: true; port: number }>({
    name: 'event store',
    script: eventStoreProgram,
    nodeFlags: runtime.nodeFlags,
    env: { ...process.env, ...runtime.environment, EVENT_STORE_SECRET: secret },
    args: [
      'start',
      '--port',
      String(port),
      '--dir',
      path.join(dataDir, 'event-store'),
      '--tls-cert',
      identity.certFile,
      '--tls-key',
      identity.keyFile,
      ...(systemProjections ? ['--projections'] : []),
    ],
    onLine: (line) => log.debug({ part: 'event store', line }),
    ...(onUnexpectedExit && { onUnexpectedExit }),
  });
  const authority = encodeURIComponent(path.resolve(identity.certFile));
  // By name: a server name of TLS may not be an address.
  const url = `esdb://${secretUser}:${secret}@localhost:${port}?tlsCAFile=${authority}`;
  return { url, stop: () => node.stop() };
};

/**
 * Starts the stores that the configuration does not name: embedded Postgres and the embedded event
 * store node, in parallel.
 */
export const startStores = async (
  config: Config,
  log: Logger,
  metrics?: Pick<Metrics, 'embeddedRestarts'>,
): Promise<Stores> => {
  const restarting = (part: string) => (how: string) => {
    metrics?.embeddedRestarts.inc({ part });
    log.warn({ part, how }, 'part ended; starting it again');
  };
  const started: Stoppable[] = [];
  const stop = async (): Promise<void> => {
    if (started.length > 0) await rm(storesFile(config.dataDir), { force: true });
    await Promise.allSettled(started.splice(0).map((part) => part.stop()));
  };
  const postgres = async (): Promise<string> => {
    if (config.databaseUrl !== undefined) return config.databaseUrl;
    const part = await startEmbeddedPostgres(config, {
      onLine: (line) => log.debug({ part: 'postgres', line }),
      onUnexpectedExit: restarting('postgres'),
    });
    started.push(part);
    return part.url;
  };
  const eventStore = async (): Promise<string> => {
    if (config.eventStoreUrl !== undefined) return config.eventStoreUrl;
    const part = await startEmbeddedEventStore(config, log, restarting('event store'));
    started.push(part);
    return part.url;
  };
  const [database, events] = await Promise.allSettled([postgres(), eventStore()]);
  if (database.status === 'rejected' || events.status === 'rejected') {
    await stop();
    throw database.status === 'rejected' ? database.reason : (events as PromiseRejectedResult).reason;
  }
  const urls = { databaseUrl: database.value, eventStoreUrl: events.value };
  // For commands against a running service. It holds passwords, so only its owner may read it.
  const addresses = JSON.stringify({ ...urls, pid: process.pid });
  if (started.length > 0) await writePrivate(storesFile(config.dataDir), `${addresses}\n`);
  return { ...urls, stop };
};
