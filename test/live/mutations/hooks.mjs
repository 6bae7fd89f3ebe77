/**
 * Loads modules of the service with their mutations in place. Each mutation is off until it is turned on. It is JavaScript because Node
 * runs it in a thread of its own, before anything is compiled.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';

let rewrites = {};

export const initialize = (given) => {
  rewrites = given;
};

export const load = async (url, context, next) => {
  const own = rewrites[url.replace(/\?.*$/, '')];
  if (!own) return next(url, context);
  let text = await readFile(fileURLToPath(url), 'utf8');
  for (const { code, becomes } of own) text = text.replace(code, () => becomes);
  const { code } = await transform(text, { loader: 'ts', format: 'esm', sourcefile: fileURLToPath(url) });
  return { format: 'module', source: code, shortCircuit: true };
};
