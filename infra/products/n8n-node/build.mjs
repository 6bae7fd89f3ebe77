/**
 * `npm run build` makes the package to publish, in `dist` or the folder it is given. n8n loads CommonJS, finds a class by
 * the name of its file, and installs no dependencies with a verified package: each file is whole.
 */
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const here = import.meta.dirname;
const into = path.resolve(process.argv[2] ?? path.join(here, 'dist'));

rmSync(into, { recursive: true, force: true });
await build({
  absWorkingDir: here,
  entryPoints: {
    'credentials/SocialPublishingApi.credentials': 'credential.ts',
    'nodes/SocialPublishing/SocialPublishing.node': 'actions/node.ts',
    'nodes/SocialPublishingTrigger/SocialPublishingTrigger.node': 'trigger/node.ts',
  },
  outdir: into,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  logLevel: 'error',
});
for (const file of ['README.md', 'LICENSE']) copyFileSync(path.join(here, file), path.join(into, file));
for (const folder of ['credentials', 'nodes/SocialPublishing', 'nodes/SocialPublishingTrigger'])
  copyFileSync(path.join(here, 'social-publishing.svg'), path.join(into, folder, 'social-publishing.svg'));
const manifest = JSON.parse(readFileSync(path.join(here, 'package.json'), 'utf8'));
// They belong to the sources alone.
for (const name of ['private', 'type', 'scripts']) delete manifest[name];
writeFileSync(path.join(into, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
