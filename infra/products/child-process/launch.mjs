/**
 * `node launch.mjs <program.ts> [arguments]` runs a TypeScript program of this project.
 *
 * It compiles the program with all that the program imports from the project, keeps the result beside the packages, and runs that. Node
 * loads it in a third of the time and half the CPU that a compilation module by module takes at each start. A result is good until one of
 * its sources has another size or time. Where it cannot be kept, the program is compiled module by module, as it is loaded.
 *
 * `node launch.mjs --compile <program.ts> …` only compiles: for an image, whose folders are read-only.
 *
 * This file is JavaScript because it runs before anything is compiled.
 */
import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { compiledPackages, isInstalled, packageEntries } from './compiled-packages.mjs';
import { ownPackages } from './own-packages.mjs';

const project = path.resolve(import.meta.dirname, '../../..');
const builds = path.join(project, 'node_modules/.cache/programs');
const installed = path.join(project, 'node_modules/.package-lock.json');
const dayMs = 24 * 3_600_000;

const packages = readFileSync(path.join(project, 'package.json'), 'utf8');
const nameOf = (script) =>
  createHash('sha256').update([project, script, packages].join('\n')).digest('hex').slice(0, 24);
const manifestOf = (script) => path.join(builds, `${nameOf(script)}.json`);

const stampOf = (file) => {
  const { size, mtimeMs } = statSync(path.resolve(project, file));
  return `${size} ${mtimeMs}`;
};

/** The path of the compiled program; undefined if it was not compiled, or from other sources. */
const kept = (script) => {
  try {
    const { main, sources } = JSON.parse(readFileSync(manifestOf(script), 'utf8'));
    if (!Object.entries(sources).every(([file, stamp]) => stampOf(file) === stamp)) return undefined;
    touch(script, main);
    return main;
  } catch {
    return undefined;
  }
};

/** Notes that a compiled program is in use. A read-only folder needs no note, because nothing can be removed from it. */
const touch = (script, main) => {
  try {
    for (const used of [path.dirname(main), manifestOf(script)]) utimesSync(used, new Date(), new Date());
  } catch (error) {
    if (error?.code !== 'EROFS' && error?.code !== 'EPERM' && error?.code !== 'EACCES') throw error;
  }
};

const moduleOf = (folder, address) =>
  `export const ownFolder = ${JSON.stringify(folder)}, ownAddress = ${JSON.stringify(address)};`;

/**
 * Compiled modules have other addresses. A module that asks for its own imports that of its source, by which it finds files and packages.
 * The import is at its end, so that faults keep their lines. `sources` gets the stamp that a file has before it is read, so that a change
 * meanwhile is not taken for compiled.
 */
const ownAddresses = (sources) => ({
  name: 'own-addresses',
  setup: (build) => {
    build.initialOptions.define = {
      'import.meta.compiled': 'true',
      'import.meta.dirname': 'ownFolder',
      'import.meta.url': 'ownAddress',
    };
    build.onResolve({ filter: /^address-of:/ }, ({ path: name }) => ({
      path: name.slice('address-of:'.length),
      namespace: 'address',
      sideEffects: false,
    }));
    build.onLoad({ filter: /./, namespace: 'address' }, ({ path: file }) => ({
      contents: moduleOf(path.dirname(file), pathToFileURL(file).href),
    }));
    build.onLoad({ filter: /./, namespace: 'file' }, ({ path: file }) => {
      if (isInstalled(file)) return undefined;
      sources[path.relative(project, file)] = stampOf(file);
      if (!file.endsWith('.ts')) return undefined;
      const source = readFileSync(file, 'utf8');
      if (!source.includes('import.meta.')) return undefined;
      const address = `import { ownFolder, ownAddress } from ${JSON.stringify(`address-of:${file}`)};`;
      return { loader: 'ts', contents: `${source}\n${address}` };
    });
  },
});

/** The files that a program is made of, by the graph of all modules that were compiled. */
const filesOf = (script, inputs) => {
  const files = new Set([path.relative(project, script)]);
  for (const file of files) for (const { path: imported } of inputs[file]?.imports ?? []) files.add(imported);
  return files;
};

/** Compiles programs together, so that what several of them import is compiled once. Answers their paths. */
const compile = async (scripts) => {
  const [{ build }, { lineMap }] = await Promise.all([import('esbuild'), import('./line-map.mjs')]);
  const folder = path.join(builds, randomUUID());
  const sources = {};
  const shared = {};
  const noted = (file) => (shared[path.relative(project, file)] = stampOf(file));
  // Written when packages are installed.
  if (existsSync(installed)) noted(installed);
  const { outputFiles, metafile } = await build({
    entryPoints: [...scripts.map((script) => ({ in: script, out: nameOf(script) })), ...packageEntries(project)],
    outdir: folder,
    absWorkingDir: project,
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    tsconfigRaw: '{}',
    logLevel: 'silent',
    // Packages that are CommonJS ask for modules of Node by it.
    banner: {
      js: `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`,
    },
    // A package.json says which files its package exports, so it is a source too.
    plugins: [ownPackages(noted), ownAddresses(sources), compiledPackages()],
  });
  mkdirSync(folder, { recursive: true });
  for (const { path: file, contents, text } of outputFiles) {
    const { inputs } = metafile.outputs[path.relative(project, file.replace(/\.map$/, ''))];
    const isOwn = Object.keys(inputs).some((input) => !isInstalled(input));
    if (!file.endsWith('.map'))
      writeFileSync(file, isOwn ? contents : text.replace(/^\/\/# sourceMappingURL=.*$/m, ''));
    else if (isOwn) writeFileSync(file, lineMap(text));
  }
  return scripts.map((script) => {
    const main = path.join(folder, `${nameOf(script)}.js`);
    const own = [...filesOf(script, metafile.inputs)].filter((file) => file in sources);
    const manifest = { main, sources: { ...shared, ...Object.fromEntries(own.map((file) => [file, sources[file]])) } };
    writeFileSync(`${folder}.json`, JSON.stringify(manifest));
    renameSync(`${folder}.json`, manifestOf(script));
    return main;
  });
};

/** Removes what no program has used for a day. Other programs may do so at the same time. */
const removeOld = () => {
  for (const entry of readdirSync(builds)) {
    const file = path.join(builds, entry);
    const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? {};
    if (mtimeMs !== undefined && Date.now() - mtimeMs > dayMs) rmSync(file, { recursive: true, force: true });
  }
};

const compiled = async (script) => {
  const main = kept(script);
  if (main) return main;
  try {
    const [built] = await compile([script]);
    // The compiler is a process of its own, which would live as long as the program.
    await (await import('esbuild')).stop();
    removeOld();
    return built;
  } catch (error) {
    // A fault of the file system. One of the sources is an error of the program.
    if (error?.syscall !== undefined) return undefined;
    throw error;
  }
};

const run = async (script) => {
  const main = await compiled(script);
  process.argv.splice(1, 2, script);
  if (main) {
    // What V8 makes of the code is kept beside it, by a Node that can.
    module.enableCompileCache?.(path.join(builds, 'code'));
    process.setSourceMapsEnabled(true);
    // Parts of it may be loaded late, long after its start.
    setInterval(() => {
      try {
        touch(script, main);
      } catch {
        // Without the files a part that is loaded late fails, and says so itself.
      }
    }, dayMs / 4).unref();
    await import(pathToFileURL(main).href);
  } else {
    const { register } = await import('tsx/esm/api');
    register();
    await import(pathToFileURL(script).href);
  }
};

const [, , first = '', ...others] = process.argv;
if (first === '--compile') await compile(others.map((script) => path.resolve(script)));
else await run(path.resolve(first));
