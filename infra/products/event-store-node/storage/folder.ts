import { errorOf } from '../error-of.ts';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { objectIn } from '../log/stored-json.ts';

/** A folder that cannot be opened as an event store. It was not changed. */
export class UnusableFolder extends Error {
  override readonly name = 'UnusableFolder';
}

const format = 1;
const identityFile = 'event-store.json';

export type FolderIdentity = Readonly<{ format: number; id: string; created: string }>;

const readIdentity = (directory: string): FolderIdentity => {
  const file = join(directory, identityFile);
  let identity: ReturnType<typeof objectIn>;
  try {
    identity = objectIn(readFileSync(file));
  } catch (error) {
    throw new UnusableFolder(`${file} is damaged: ${errorOf(error).message}`);
  }
  const { format: named, id, created } = identity ?? {};
  if (named !== format) {
    throw new UnusableFolder(`${file} names format ${String(named)}; this version reads format ${format}`);
  }
  if (typeof id !== 'string' || typeof created !== 'string') {
    throw new UnusableFolder(`${file} is damaged: it names no store`);
  }
  return { format, id, created };
};

/** Syncs folders, so that files created or renamed in them survive a power cut. */
export const syncFolders = (...directories: readonly string[]): void => {
  // Windows neither offers this nor needs it.
  if (process.platform === 'win32') return;
  for (const directory of directories) {
    const handle = openSync(directory, 'r');
    fsyncSync(handle);
    closeSync(handle);
  }
};

/**
 * Writes the file that makes a folder an event store. It is written last, so an incomplete folder
 * is never taken for one.
 */
export const writeIdentity = (directory: string, identity: FolderIdentity): void => {
  const file = join(directory, identityFile);
  writeFileSync(`${file}.new`, `${JSON.stringify(identity)}\n`, { flush: true });
  renameSync(`${file}.new`, file);
  syncFolders(directory);
};

/**
 * Claims an empty or absent folder, or recognises a store. Any other folder is refused and stays as
 * it is.
 */
export const claimFolder = (directory: string): { identity: FolderIdentity; isNew: boolean } => {
  const claimed = claim(directory);
  // Its files are for their owner only, also where the folder was there before.
  chmodSync(directory, 0o700);
  return claimed;
};

const claim = (directory: string): { identity: FolderIdentity; isNew: boolean } => {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (existsSync(join(directory, identityFile))) {
    const identity = readIdentity(directory);
    for (const part of ['log', 'index']) {
      if (!existsSync(join(directory, part, 'CURRENT'))) {
        throw new UnusableFolder(`${join(directory, part)} is damaged: it has no CURRENT file`);
      }
    }
    return { identity, isNew: false };
  }
  const content = readdirSync(directory);
  // A first start that was killed leaves databases without the identity file. They hold nothing
  // that was acknowledged.
  const unfinished = content.every((name) => name === 'log' || name === 'index' || name === `${identityFile}.new`);
  if (!unfinished) {
    throw new UnusableFolder(`${directory} is not an event store and is not empty; choose another folder`);
  }
  const identity = { format, id: randomUUID(), created: new Date().toISOString() };
  return { identity, isNew: true };
};
