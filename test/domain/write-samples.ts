import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { allEvents } from '../../domain/events.ts';
import { sampleOf } from './sample-of.ts';

// `npm run samples`: writes the golden sample of each event version that has none yet, and notes its hash. What is
// there already is never touched: those files stand for what is stored somewhere.
const folder = path.join(import.meta.dirname, 'samples');
const manifest = path.join(folder, 'hashes.json');
const hashes = existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, string>) : {};

for (const definition of allEvents) {
  const name = `${definition.type}.v${definition.version}.json`;
  const file = path.join(folder, name);
  if (existsSync(file)) continue;
  const sample = sampleOf(definition);
  definition.schema.parse(sample);
  writeFileSync(file, `${JSON.stringify(sample, null, 2)}\n`);
  process.stdout.write(`wrote ${name}\n`);
}
for (const name of readdirSync(folder).filter((file) => /\.v\d+\.json$/.test(file))) {
  hashes[name] ??= createHash('sha256')
    .update(readFileSync(path.join(folder, name)))
    .digest('hex');
}
const sorted = Object.fromEntries(Object.entries(hashes).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(manifest, `${JSON.stringify(sorted, null, 2)}\n`);
