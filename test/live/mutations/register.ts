import { register } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { mutatedCode } from './mutation.ts';
import { mutations } from './mutations.ts';

const project = path.resolve(import.meta.dirname, '../../..');

const rewrites: Record<string, { code: string; becomes: string }[]> = {};
// Code that platforms share changes once.
for (const mutation of new Map(mutations.map((each) => [each.id, each])).values())
  (rewrites[pathToFileURL(path.join(project, mutation.file)).href] ??= []).push({
    code: mutation.code,
    becomes: mutatedCode(mutation),
  });

register('./hooks.mjs', import.meta.url, { data: rewrites });

/** Which mutations are on, as the test says by the channel of this program. */
const on = new Set<string>();
Object.assign(globalThis, { mutationsThatAreOn: on });
process.on('message', ({ mutations: wanted }: { mutations: readonly string[] }) => {
  on.clear();
  for (const id of wanted) on.add(id);
  process.send?.({ mutations: [...on] });
});
process.channel?.unref();
