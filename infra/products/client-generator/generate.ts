import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Document } from './document.ts';
import { goFiles } from './go.ts';
import { pythonModules } from './python.ts';
import { readDocument } from './read-document.ts';

const products = path.resolve(import.meta.dirname, '..');

/** Builds the Python package into a folder: what is written by hand, and the modules of a document. */
export const buildPython = (document: Document, into: string): void => {
  const source = path.join(products, 'client-python');
  const module = path.join(into, 'social_publishing');
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  for (const file of ['pyproject.toml', 'README.md', 'LICENSE']) cpSync(path.join(source, file), path.join(into, file));
  cpSync(path.join(source, 'social_publishing'), module, {
    recursive: true,
    filter: (file) => !file.endsWith('__pycache__'),
  });
  for (const [name, text] of Object.entries(pythonModules(readDocument(document))))
    writeFileSync(path.join(module, name), text);
};

/** Builds the Go module into a folder. */
export const buildGo = (document: Document, into: string): void => {
  const source = path.join(products, 'client-go');
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  for (const entry of readdirSync(source, { withFileTypes: true }))
    if (entry.isFile()) cpSync(path.join(source, entry.name), path.join(into, entry.name));
  for (const [name, text] of Object.entries(goFiles(readDocument(document))))
    writeFileSync(path.join(into, name), text);
};
