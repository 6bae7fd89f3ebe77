import { existsSync } from 'node:fs';
import path from 'node:path';
import { capabilities, layerNames, layers, type Layer } from '../support/capabilities.ts';
import { root } from './pages.ts';

export const capabilitiesPage = 'docs/capabilities.md';

/** A link to the face of a capability in a layer, or to its folder where it has no face. */
const cellOf = (capability: string, layer: Layer): string => {
  const face = path.posix.join(layer, capability, 'index.ts');
  const folder = path.posix.join(layer, capability);
  const target = [face, folder].find((each) => existsSync(path.join(root, each)));
  return target === undefined ? '' : `[${layers[layer]}](../${target})`;
};

/** The page as it should be, before it is laid out. */
export const capabilitiesText = (): string =>
  [
    '# Capabilities',
    '',
    'For engineers who look for the code of one feature. `npm run docs` writes this page.',
    '',
    'A capability has one name: its folder in every layer and under `test`. A link leads to the `index.ts` of the folder,',
    'which lists what the layer gives: endpoints for their ports, read models, processes, ports from parts. `infra/composition/capabilities.ts`',
    'lists the capabilities with their endpoints.',
    '',
    `| Capability | ${layerNames.map((layer) => `\`${layer}\``).join(' | ')} | What it does |`,
    `| --- | ${layerNames.map(() => '---').join(' | ')} | --- |`,
    ...Object.entries(capabilities).map(
      ([name, does]) => `| \`${name}\` | ${layerNames.map((layer) => cellOf(name, layer)).join(' | ')} | ${does} |`,
    ),
    '',
  ].join('\n');
