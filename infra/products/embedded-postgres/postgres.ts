import path from 'node:path';
import { type Child, ChildFailed, freePort, startChild } from '@social-publishing/child-process';
import { setTimeout as pause } from 'node:timers/promises';
import { installedBinaries, linkLibraries } from './binaries.ts';
import { clearStaleLock, ensureCluster, postgresEnvironment, superuser } from './cluster.ts';
import { unprivileged } from './unprivileged.ts';

/** Small and durable: a few dozen megabytes of memory, every commit on disk before it is acknowledged. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '32MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  jit: 'off',
  io_method: 'sync',
  max_parallel_workers_per_gather: '0',
  // Several indexes are built side by side instead.
  max_parallel_maintenance_workers: '0',
  autovacuum_max_workers: '2',
  fsync: 'on',
  synchronous_commit: 'on',
  // This server has no replica, and `minimal` writes less.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  min_wal_size: '64MB',
  max_wal_size: '512MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
} as const;

export interface EmbeddedPostgres {
  /** `postgres://…@127.0.0.1:<port>/postgres`, with the password of this data folder. */
  readonly url: string;
  readonly port: number;
  /** Of the running postmaster; undefined during a restart. */
  readonly pid: number | undefined;
  /** Ends connections, writes all data to disk and stops. Safe to call twice. */
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** Contains the cluster and its password. Absolute or relative to the working directory. */
  readonly dir: string;
  /** A free one by default. */
  readonly port?: number;
  /** Default 60, which is enough for one node of the service. */
  readonly maxConnections?: number;
  /** How long to wait for a Postgres that is still shutting down on the same folder; default 30 seconds. */
  readonly waitForOtherMs?: number;
  readonly onLine?: (line: string) => void;
  readonly onUnexpectedExit?: (how: string) => void;
}

/**
 * Starts the real Postgres that npm installed, on its own data folder, for this process only. It
 * runs under root and under a plain user, ends with this process, is restarted when it ends by
 * itself, and recovers after kill -9. Throws when another service uses the folder or Postgres
 * cannot start.
 */
export const startPostgres = async (options: PostgresOptions): Promise<EmbeddedPostgres> => {
  const dir = path.resolve(options.dir);
  const native = installedBinaries();
  linkLibraries(native);
  const how = unprivileged(native, dir);
  const { cluster, password } = await ensureCluster(dir, how);

  const startOn = (port: number): Promise<Child<true>> => {
    clearStaleLock(cluster);
    const [command = '', ...args] = [
      ...how.prefix,
      path.join(how.native, 'bin', 'postgres'),
      '-D',
      cluster,
      '-p',
      String(port),
      '-c',
      `max_connections=${options.maxConnections ?? 60}`,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ];
    return startChild<true>({
      name: 'embedded Postgres',
      command,
      args,
      ...how.ids,
      env: postgresEnvironment(),
      ready: (line) => (line.includes('database system is ready to accept connections') ? true : undefined),
      // Crash recovery of a large log takes long.
      readyWithinMs: 120_000,
      stopSignal: 'SIGINT',
      stopWithinMs: 30_000,
      forceSignal: 'SIGQUIT',
      ...(options.onLine ? { onLine: options.onLine } : {}),
      onUnexpectedExit: (exit) => {
        clearStaleLock(cluster);
        options.onUnexpectedExit?.(exit);
      },
    });
  };

  const giveUpAt = performance.now() + (options.waitForOtherMs ?? 30_000);
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort());
    try {
      const child = await startOn(port);
      return {
        url: `postgres://${superuser}:${password}@127.0.0.1:${port}/postgres`,
        port,
        get pid() {
          return child.pid;
        },
        stop: () => child.stop(),
      };
    } catch (fault) {
      if (!(fault instanceof ChildFailed)) throw fault;
      const portTaken = options.port === undefined && /could not bind|could not create any TCP/.test(fault.output);
      if (portTaken && attempt < 5) continue;
      // The previous Postgres may still be writing its last checkpoint, or its helpers may still be
      // ending.
      const stillLeaving = /postmaster\.pid" already exists|shared memory block .* still in use/.test(fault.output);
      if (!stillLeaving) throw fault;
      if (performance.now() > giveUpAt) throw new Error(`another service is running on ${dir}`, { cause: fault });
      await pause(100);
    }
  }
};
