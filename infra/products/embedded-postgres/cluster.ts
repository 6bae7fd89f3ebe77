import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Unprivileged } from './unprivileged.ts';

const run = promisify(execFile);

export const superuser = 'service';

/**
 * The environment of Postgres: no variable of the service, so that no PG* variable or locale of the
 * machine changes it.
 */
export const postgresEnvironment = (): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' });

const passwordOf = (dir: string, { owner }: Unprivileged): string => {
  const file = path.join(dir, 'password');
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (owner) chownSync(file, owner.uid, owner.gid);
  }
  return readFileSync(file, 'utf8').trim();
};

/**
 * The database cluster under `dir`, created when absent. It is built in a temporary folder and
 * renamed, so that a killed initdb leaves no cluster.
 */
export const ensureCluster = async (dir: string, how: Unprivileged): Promise<{ cluster: string; password: string }> => {
  const cluster = path.join(dir, 'cluster');
  const password = passwordOf(dir, how);
  if (existsSync(path.join(cluster, 'PG_VERSION'))) return { cluster, password };
  const building = path.join(dir, 'cluster.building');
  rmSync(building, { recursive: true, force: true });
  const [command = '', ...args] = [
    ...how.prefix,
    path.join(how.native, 'bin', 'initdb'),
    '-D',
    building,
    '-U',
    superuser,
    '--pwfile',
    path.join(dir, 'password'),
    '-A',
    'scram-sha-256',
    // Sorts by code point and has the case mapping of all letters, with every locale of the
    // machine.
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  // It computes for half a second, which the process of the caller has for other parts.
  await run(command, args, { ...how.ids, cwd: dir, env: postgresEnvironment() }).catch((fault: unknown) => {
    const said = fault instanceof Error && 'stderr' in fault ? String(fault.stderr) : '';
    throw new Error(`initdb failed in ${dir}: ${said || String(fault)}`, { cause: fault });
  });
  renameSync(building, cluster);
  return { cluster, password };
};

/**
 * Whether any process uses the cluster: Postgres and all its helpers have it as their working
 * directory.
 */
const inUse = (cluster: string): boolean => {
  const place = realpathSync(cluster);
  return readdirSync('/proc').some((entry) => {
    if (!/^\d+$/.test(entry)) return false;
    try {
      return readlinkSync(`/proc/${entry}/cwd`) === place;
    } catch {
      return false;
    }
  });
};

/**
 * Removes a lock file of a dead Postgres that a new Postgres would respect: its pid is a zombie, or
 * belongs to another program by now, as after every restart of a container. Linux only, where
 * processes can be inspected.
 */
export const clearStaleLock = (cluster: string): void => {
  const lock = path.join(cluster, 'postmaster.pid');
  if (process.platform !== 'linux' || !existsSync(lock) || inUse(cluster)) return;
  rmSync(lock, { force: true });
};
