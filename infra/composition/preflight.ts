import { mkdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { answersAt } from '@social-publishing/child-process';
import pg from 'pg';
import { ConfigurationError, type Config } from './config.ts';
import { runningStores } from './embedded-stores.ts';
import { faultCodeOf } from '../../domain/kernel/error-of.ts';

/** The embedded parts need this much to start; below it the disk counts as full. */
const neededBytes = 64 * 1024 * 1024;

/** Why a folder cannot be used, in the words of an operator. */
export const folderTrouble = (folder: string, fault: unknown): ConfigurationError => {
  const code = faultCodeOf(fault) ?? '';
  const reasons: Readonly<Record<string, string>> = {
    ENOSPC: `the disk of ${folder} is full`,
    EDQUOT: `the disk quota of ${folder} is used up`,
    EROFS: `${folder} is on a read-only file system`,
    ENOTDIR: `${folder} is no folder`,
    EEXIST: `${folder} is no folder`,
  };
  const user = process.getuid?.() ?? 'unknown';
  const reason = reasons[code] ?? `${folder} is not writable for the user ${user} (${code || String(fault)})`;
  return new ConfigurationError(`DATA_DIR: ${reason}`);
};

/** Makes a folder and those above it, one by one: `mkdir` with `recursive` never ends on some special file systems. */
const makeFolder = async (folder: string): Promise<void> => {
  const found = await stat(folder).catch((fault: unknown) => {
    if (faultCodeOf(fault) !== 'ENOENT') throw fault;
    return undefined;
  });
  if (found && !found.isDirectory()) throw Object.assign(new Error(folder), { code: 'ENOTDIR' });
  if (found) return;
  await makeFolder(path.dirname(folder));
  await mkdir(folder, { mode: 0o700 }).catch((fault: unknown) => {
    // Another node may make it at the same time.
    if (faultCodeOf(fault) !== 'EEXIST') throw fault;
  });
};

const freeBytesOf = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** Makes the data folder, and ends the start where it cannot be written to. */
export const requireFolder = async (folder: string, freeBytes = freeBytesOf): Promise<void> => {
  const probe = path.join(folder, `.probe-${process.pid}`);
  try {
    await makeFolder(folder);
    await writeFile(probe, Buffer.alloc(64 * 1024));
    if ((await freeBytes(folder)) < neededBytes) throw Object.assign(new Error(folder), { code: 'ENOSPC' });
  } catch (fault) {
    throw folderTrouble(folder, fault);
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
};

/** Ends the start where its port cannot be listened at. */
export const requirePort = ({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (fault) => reject(portTrouble({ host, port }, fault)));
    server.listen(port, host, () => server.close(() => resolve()));
  });

const portTrouble = ({ host, port }: Pick<Config, 'host' | 'port'>, fault: unknown): ConfigurationError => {
  const code = faultCodeOf(fault) ?? '';
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `PORT: ${port} of ${host} is taken by another program`,
    EACCES: `PORT: ${port} needs rights that this user does not have`,
    EADDRNOTAVAIL: `HOST: ${host} is no address of this machine`,
    ENOTFOUND: `HOST: ${host} is not known`,
    EAI_AGAIN: `HOST: ${host} is not known`,
  };
  return new ConfigurationError(reasons[code] ?? `PORT: ${port} of ${host} cannot be listened at (${code})`);
};

/** What the other service has to end in, where it is about to. */
const endsWithinMs = 500;

/** Ends the start where another service runs on the embedded parts of the same folder. */
export const requireOwnFolder = async ({ dataDir, databaseUrl, eventStoreUrl }: Config): Promise<void> => {
  if (databaseUrl !== undefined && eventStoreUrl !== undefined) return;
  const end = performance.now() + endsWithinMs;
  for (;;) {
    const other = await runningStores(dataDir);
    // A process of this id may be another program: the service of the file has stores that answer.
    if (!other || other.pid === process.pid || !(await answersAt(other.databaseUrl))) return;
    if (performance.now() > end)
      throw new ConfigurationError(`DATA_DIR: another service (process ${other.pid}) runs on ${dataDir}`);
    await pause(50);
  }
};

/** How long a database may take to answer. */
const databaseMs = 3_000;

/** Ends the start where the database that the configuration names cannot be used. Passwords are never shown. */
export const requireNamedDatabase = async ({ databaseUrl }: Pick<Config, 'databaseUrl'>): Promise<void> => {
  if (databaseUrl === undefined) return;
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: databaseMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (fault) {
    throw databaseTrouble(new URL(databaseUrl), fault);
  } finally {
    await client.end().catch(() => undefined);
  }
};

const databaseTrouble = (url: URL, fault: unknown): ConfigurationError => {
  const where = `${url.hostname}:${url.port || '5432'}`;
  const [user, name] = [url.username, url.pathname.slice(1)].map((part) => decodeURIComponent(part));
  const code = faultCodeOf(fault) ?? '';
  const reasons: Readonly<Record<string, string>> = {
    ECONNREFUSED: `nothing listens at ${where}, where the database should be`,
    ENOTFOUND: `the host ${url.hostname} is not known`,
    EAI_AGAIN: `the host ${url.hostname} is not known`,
    '3D000': `${where} has no database "${name}"`,
    '28P01': `${where} refuses the user "${user}" or the password`,
    '28000': `${where} refuses the user "${user}"`,
  };
  const said = fault instanceof Error && fault.message !== '' ? fault.message : code;
  return new ConfigurationError(`DATABASE_URL: ${reasons[code] ?? `${where} cannot be used: ${said}`}`);
};
