import { rmSync } from 'node:fs';
import { temporaryFolder } from './server.ts';

/** Makes folders for the tests of a `describe`, which are removed after the last of them. */
export const useFolders = (): (() => Promise<string>) => {
  const folders: string[] = [];
  after(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));
  return async () => {
    const folder = await temporaryFolder();
    folders.push(folder);
    return folder;
  };
};
