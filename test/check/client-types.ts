import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** The types of the client: built by `npm ci`, from the endpoints. */
export const clientTypes = path.join(root, 'infra/products/client/schema.d.ts');

/** What the endpoints consist of, with the list of them. */
const sources = ['domain', 'commands', 'read-api', 'infra/edge', 'infra/test-mode', 'test/infra/edge/endpoints'];

const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Whether something in these folders is newer than a file. A folder changes when one of its files comes or goes. */
export const isOlderThan = (file: string, folders: readonly string[]): boolean => {
  const madeAt = changedAt(file);
  return folders.some(
    (folder) =>
      changedAt(folder) > madeAt ||
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).some(
        (name) => changedAt(path.join(folder, name)) > madeAt,
      ),
  );
};

/** Writes the types of the client where an endpoint may have changed. Throws where they cannot be made. */
export const renewClientTypes = (): void => {
  if (
    !isOlderThan(
      clientTypes,
      sources.map((folder) => path.join(root, folder)),
    )
  )
    return;
  const { status } = spawnSync('npm', ['run', '-s', 'client'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('the types of the client could not be made: npm run client');
};
