import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

// Not `import.meta.resolve`: a loader that makes CommonJS of this module has none.
const { resolve } = createRequire(import.meta.url);

/** The package.json of the package that a file is part of. */
const manifestOf = (file) => {
  const manifest = path.join(path.dirname(file), 'package.json');
  return existsSync(manifest) ? manifest : manifestOf(path.dirname(file));
};

/**
 * A plugin of esbuild that compiles the packages of this project into a program. They are TypeScript, which Node does not load.
 * Packages of others stay outside. `read` gets each package.json that the result depends on.
 */
export const ownPackages = (read = () => {}) => ({
  name: 'own-packages',
  setup: (build) =>
    build.onResolve({ filter: /^@social-publishing\// }, ({ path: name }) => {
      const file = resolve(name);
      const manifest = manifestOf(file);
      read(manifest);
      const { sideEffects = true } = JSON.parse(readFileSync(manifest, 'utf8'));
      return { path: file, sideEffects };
    }),
});
