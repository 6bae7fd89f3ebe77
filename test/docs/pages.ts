import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

const notOfTheProject = new Set(['node_modules', '.git', '.data', 'dist', 'coverage', 'test-output']);

/** The files of the project under a folder, by their paths from its root. */
export const projectFiles = (folder = ''): readonly string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !notOfTheProject.has(name))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) return projectFiles(file);
      return entry.isFile() ? [file] : [];
    });

export type Page = Readonly<{ file: string; text: string }>;

/** Every page of the documentation. */
export const pages = (): readonly Page[] =>
  projectFiles()
    .filter((file) => file.endsWith('.md') && !file.startsWith('test/'))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));
