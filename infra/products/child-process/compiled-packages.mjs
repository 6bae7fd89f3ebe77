import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';

/**
 * Packages of others that become part of a program, with what they import. Most programs load them, and they have 1,450 of the 1,900 files
 * that the service opened at its start: as one file they are read in a third of the time.
 *
 * Other packages stay outside: they have native code, read files beside their own, or are loaded where they are used.
 */
const compiled = new Set([
  '@bufbuild/protobuf',
  '@eventstore/db-client',
  '@grpc/grpc-js',
  'express',
  'google-protobuf',
  'ipaddr.js',
  'jose',
  'kysely',
  'lru-cache',
  'pg',
  'prom-client',
  'rate-limiter-flexible',
  'rxjs',
  'twitter-text',
  'undici',
  'uuid',
  'zod',
  'zod-openapi',
]);

/** As entries of a program, packages share no file with the project's code. So Node reads no source map for them. */
export const packageEntries = (project) =>
  [...compiled]
    .filter((name) => existsSync(path.join(project, 'node_modules', name)))
    .map((name) => ({ in: name, out: `package-${name.replace('/', '+')}` }));

const nameOf = (specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/** Whether a path, also one from the project's folder, is in an installed package. Those of the project are links to its folders. */
export const isInstalled = (file) => /(^|[/\\])node_modules[/\\]/.test(file);

/** A plugin of esbuild that decides which packages of others become part of a program. */
export const compiledPackages = () => ({
  name: 'compiled-packages',
  setup: (build) =>
    // A relative path is no package, and `#name` is a file of the package that imports it.
    build.onResolve({ filter: /^[^./#]/ }, ({ path: specifier, importer, kind }) => {
      if (kind === 'entry-point' || isInstalled(importer) || isBuiltin(specifier)) return undefined;
      return compiled.has(nameOf(specifier)) ? undefined : { path: specifier, external: true };
    }),
});
