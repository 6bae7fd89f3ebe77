import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BuildOptions, Metafile } from 'esbuild';

const project = path.resolve(import.meta.dirname, '../../..');
const app = path.join(import.meta.dirname, 'app');
const besidePackages = path.join(project, 'node_modules/.cache/console');

/** The console as the browser gets it. The name of a file contains a hash of the content, so a file of one name never changes. */
export type ConsoleBuild = Readonly<{
  files: Readonly<Record<string, string>>;
  /** The first program, and what it imports at once. */
  program: string;
  imported: readonly string[];
  style: string;
  /** The program that keeps the files for a browser without a connection. */
  worker: string;
}>;

type Sources = Readonly<Record<string, string>>;

const stampOf = (source: string): string => {
  const { size, mtimeMs } = statSync(path.resolve(project, source));
  return `${size} ${mtimeMs}`;
};

const options: BuildOptions = {
  absWorkingDir: project,
  // What the bundler needs of app/tsconfig.json. An image has no file that it extends.
  tsconfigRaw: { compilerOptions: { jsx: 'react-jsx', jsxImportSource: 'preact', verbatimModuleSyntax: true } },
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  define: { 'process.env.NODE_ENV': '"production"' },
};

/** Where a browser finds the file of a build. */
export const filePrefix = '/console/files/';

const programOf = ({ outputs }: Metafile, entry: string) => {
  const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(`app/${entry}`));
  if (found === undefined) throw new Error(`The build has no ${entry}`);
  const [file, { imports }] = found;
  return {
    file: path.basename(file),
    imported: imports.flatMap(({ kind, path: of }) => (kind === 'import-statement' ? [path.basename(of)] : [])),
  };
};

type Kept = Readonly<{ build: ConsoleBuild; sources: Sources }>;

const built = async (): Promise<Kept> => {
  const { build, stop } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: [path.join(app, 'main.tsx'), path.join(app, 'console.css')],
    entryNames: '[name]-[hash]',
    chunkNames: 'page-[hash]',
    outdir: 'console',
    splitting: true,
    write: false,
    metafile: true,
  });
  const files = Object.fromEntries(outputFiles.map((file) => [path.basename(file.path), file.text]));
  const style = programOf(metafile, 'console.css').file;
  const { file: program, imported } = programOf(metafile, 'main.tsx');
  const names = Object.keys(files).map((name) => `${filePrefix}${name}`);
  const worker = await build({
    ...options,
    entryPoints: [path.join(import.meta.dirname, 'worker/worker.ts')],
    define: {
      CONSOLE_FILES: JSON.stringify(names),
      CONSOLE_VERSION: JSON.stringify(createHash('sha256').update(names.join()).digest('hex').slice(0, 12)),
    },
    write: false,
    metafile: true,
  });
  // The bundler runs in a child process, which is stopped after the build.
  await stop();
  const inputs = [...Object.keys(metafile.inputs), ...Object.keys(worker.metafile.inputs)];
  // What is no file is a value that was defined here. Packages change by npm alone, which builds at its end, and their times
  // in an image are not those of the build.
  const sources = inputs.filter((input) => !input.startsWith('<') && !input.startsWith('node_modules/'));
  return {
    build: { files, program, imported, style, worker: worker.outputFiles[0]?.text ?? '' },
    sources: Object.fromEntries(sources.map((source) => [source, stampOf(source)])),
  };
};

/** The build that was kept; undefined if there is none, or one from other sources. */
const keptBuild = (folder: string): ConsoleBuild | undefined => {
  try {
    const { build, sources }: Kept = JSON.parse(readFileSync(path.join(folder, 'build.json'), 'utf8'));
    return Object.entries(sources).every(([source, stamp]) => stampOf(source) === stamp) ? build : undefined;
  } catch {
    return undefined;
  }
};

/** Builds the console and keeps it, beside the packages by default. */
export const keepConsole = async (folder = besidePackages): Promise<void> => {
  const made = await built();
  mkdirSync(folder, { recursive: true });
  // Two installations at the same time each write a whole file.
  const draft = path.join(folder, `build-${process.pid}.json`);
  writeFileSync(draft, JSON.stringify(made));
  renameSync(draft, path.join(folder, 'build.json'));
};

/** The console that was built at the installation, or one built now: sources change in development. */
export const consoleBuild = async (folder = besidePackages): Promise<ConsoleBuild> =>
  keptBuild(folder) ?? (await built()).build;
