import { chownSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { runs } from '@social-publishing/child-process';
import { copyBinaries } from './binaries.ts';

/** How Postgres is run as a user that it accepts: it refuses root. */
export interface Unprivileged {
  /** Put before every command line. */
  readonly prefix: readonly string[];
  readonly ids: Readonly<{ uid?: number; gid?: number }>;
  /** The owner of the files on disk. */
  readonly owner: Readonly<{ uid: number; gid: number }> | undefined;
  /** The binaries, where that user can reach them. */
  readonly native: string;
}

/** Debian's `nobody`: always in the passwd file, which initdb reads. */
const nobody = 65534;

const own = (place: string, { uid, gid }: { uid: number; gid: number }): void => {
  const found = lstatSync(place, { throwIfNoEntry: false });
  // A cluster that is still ending after its service was killed removes files meanwhile.
  if (!found) return;
  if (found.uid !== uid) chownSync(place, uid, gid);
  if (!found.isDirectory()) return;
  for (const name of readdirSync(place)) own(path.join(place, name), { uid, gid });
};

/**
 * As a plain user: nothing to do. As root: in a user namespace where root appears as `nobody` to
 * Postgres while every file stays root's, so that private home folders work and no user is created.
 * Where namespaces are denied (some containers): as `nobody`, who then must be able to reach the
 * data folder.
 */
export const unprivileged = (native: string, dir: string): Unprivileged => {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  if (process.getuid?.() !== 0) return { prefix: [], ids: {}, owner: undefined, native };
  const namespace = ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`];
  if (runs('unshare', [...namespace.slice(1), 'true'])) {
    const owner = { uid: 0, gid: 0 };
    own(dir, owner);
    return { prefix: namespace, ids: {}, owner, native };
  }
  const owner = { uid: nobody, gid: nobody };
  const reachable = spawnSync(path.join(native, 'bin', 'postgres'), ['--version'], owner).status === 0;
  const usable = reachable ? native : copyBinaries(native, path.join(dir, 'native'));
  own(dir, owner);
  return { prefix: [], ids: owner, owner, native: usable };
};
