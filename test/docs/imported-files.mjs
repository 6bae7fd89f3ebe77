// Writes the files of the project that programs are compiled of: `--entry <program.ts>` …
import { ownPackages } from '@social-publishing/child-process/own-packages';
import { build } from 'esbuild';

const entryPoints = process.argv.slice(2).filter((word) => word !== '--entry');
const { metafile } = await build({
  entryPoints,
  outdir: 'nowhere',
  write: false,
  metafile: true,
  bundle: true,
  splitting: true,
  packages: 'external',
  plugins: [ownPackages()],
  platform: 'node',
  format: 'esm',
  tsconfigRaw: '{}',
  logLevel: 'error',
});
for (const name of Object.keys(metafile.inputs)) console.log(name);
