import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import { freePort } from '../embedded/free-port.ts';
import { startNodeChild } from '../embedded/node-child.ts';
import { startPostgres } from '../embedded/postgres/postgres.ts';
import type { Log } from '../log.ts';

/** Where the two stores are reached, whether they run inside this installation or elsewhere. */
export type Stores = Readonly<{ databaseUrl: string; eventStoreUrl: string; stop(): Promise<void> }>;

const eventStoreScript = fileURLToPath(new URL('../embedded/event-store/cli/main.ts', import.meta.url));

type Stoppable = Readonly<{ stop(): Promise<void> }>;

/** Starts what the configuration does not name: the embedded Postgres and the embedded event store node, side by side. */
export const startStores = async (config: Config, log: Log): Promise<Stores> => {
  const started: Stoppable[] = [];
  const stop = async (): Promise<void> => {
    await Promise.allSettled(started.splice(0).map((part) => part.stop()));
  };
  const postgres = async (): Promise<string> => {
    if (config.databaseUrl !== undefined) return config.databaseUrl;
    const part = await startPostgres({
      dir: path.join(config.dataDir, 'postgres'),
      onLine: (line) => log.debug({ part: 'postgres', line }),
      onUnexpectedExit: (how) => log.warn({ part: 'postgres', how }, 'part ended; starting it again'),
    });
    started.push(part);
    return part.url;
  };
  const eventStore = async (): Promise<string> => {
    if (config.eventStoreUrl !== undefined) return config.eventStoreUrl;
    // Chosen here rather than by the node, so that one that was started again is found where it was.
    const port = await freePort();
    const part = await startNodeChild<{ ready: true; port: number }>({
      name: 'event store',
      script: eventStoreScript,
      args: ['start', '--port', String(port), '--dir', path.join(config.dataDir, 'event-store'), '--insecure'],
      onLine: (line) => log.debug({ part: 'event store', line }),
    });
    started.push(part);
    return `esdb://127.0.0.1:${port}?tls=false`;
  };
  const [database, events] = await Promise.allSettled([postgres(), eventStore()]);
  if (database.status === 'rejected' || events.status === 'rejected') {
    await stop();
    throw database.status === 'rejected' ? database.reason : (events as PromiseRejectedResult).reason;
  }
  return { databaseUrl: database.value, eventStoreUrl: events.value, stop };
};
