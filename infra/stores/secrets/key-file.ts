import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { faultCodeOf } from '../../../domain/kernel/error-of.ts';

/**
 * A file that only its owner may read, created at the first start and read by every later one. It
 * appears complete or not at all. Of two processes that start at once, one creates it and both read
 * the same text.
 */
export const readOrCreateKeyFile = async (path: string, create: () => string | Promise<string>): Promise<string> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (faultCodeOf(error) !== 'ENOENT') throw error;
  }
  await mkdir(dirname(path), { recursive: true });
  await withDraft(path, create, async (draft) => {
    await link(draft, path).catch((error: unknown) => {
      if (faultCodeOf(error) !== 'EEXIST') throw error;
    });
  });
  return readFile(path, 'utf8');
};

/** Replaces the text of the file, completely or not at all. */
export const replaceKeyFile = (path: string, text: string): Promise<void> =>
  withDraft(
    path,
    () => text,
    (draft) => rename(draft, path),
  );

const withDraft = async (
  path: string,
  create: () => string | Promise<string>,
  place: (draft: string) => Promise<void>,
): Promise<void> => {
  const draft = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(await create(), 'utf8');
      await file.sync();
    } finally {
      await file.close();
    }
    await place(draft);
  } finally {
    await rm(draft, { force: true });
  }
};
