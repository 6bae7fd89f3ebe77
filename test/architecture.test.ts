import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { capabilities, layerNames, shared } from './support/capabilities.ts';

const root = path.join(import.meta.dirname, '..');
const depcruise = path.join(root, 'node_modules/.bin/depcruise');
const folders = ['domain', 'commands', 'projections', 'read-api', 'processes', 'infra', 'test'];

type Rule = Readonly<{ name: string; to: { path?: string } }>;
const { forbidden: rules } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
  forbidden: readonly Rule[];
};

type Report = Readonly<{
  summary: { totalCruised: number; violations: readonly { rule: { name: string }; from: string; to: string }[] };
}>;

/** Runs the import rules over a folder; a violation is an answer here, not a failure. */
const cruise = async (cwd: string, targets: readonly string[]): Promise<Report['summary']> => {
  const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...targets];
  const { stdout } = await promisify(execFile)(depcruise, args, { cwd, maxBuffer: 256 * 1024 * 1024 }).catch(
    (failed: { stdout: string }) => failed,
  );
  return (JSON.parse(stdout) as Report).summary;
};

describe('the import table of docs/architecture.md', () => {
  it('is kept by every module', async function () {
    this.timeout(120_000);
    const { totalCruised, violations } = await cruise(root, folders);
    // A tool that saw nothing would agree with everything.
    expect(totalCruised).to.be.greaterThan(300);
    expect(violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).to.deep.equal([]);
  });

  /** By room of infra: which other rooms its rule lets it import. */
  const ruled = (): Readonly<Record<string, string>> =>
    Object.fromEntries(
      rules.flatMap(({ name, to: { path = '' } }) => {
        const room = /^infra-(.+)-stays-below$/.exec(name)?.[1];
        const allowed = /\(\?!\((.*)\)\)$/.exec(path)?.[1]?.split('|') ?? [];
        const others = allowed.map((each) => each.replace(/\/$/, '')).filter((each) => each !== room);
        return room === undefined ? [] : [[room, others.join(', ') || '–']];
      }),
    );

  it('names every room of infra, with what its rule allows', () => {
    const document = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8');
    const [, table = ''] = document.split('`infra` is divided into rooms');
    const rows = [...table.matchAll(/^\| `([\w-]+)` +\|[^|]+\| (.*?) +\|$/gm)];
    const written = Object.fromEntries(rows.map(([, room, allowed]) => [room, allowed]));
    const { composition, ...others } = written;
    expect(composition).to.equal('all');
    expect(others).to.deep.equal(ruled());
    expect(Object.keys(written).toSorted()).to.deep.equal(readdirSync(path.join(root, 'infra')).toSorted());
  });

  describe('bites', () => {
    /** By rule: a module that breaks it. `world.ts` of every folder is a module that nothing is wrong with. */
    const violations: Readonly<Record<string, [file: string, source: string]>> = {
      'no-cycles': ['domain/one.ts', "import './two.ts';"],
      'domain-is-pure': ['domain/bad.ts', "import '../infra/world.ts';"],
      'domain-kernel-stands-alone': ['domain/kernel/bad.ts', "import '../world.ts';"],
      'contract-knows-the-domain': ['read-api/contract/bad.ts', "import '../world.ts';"],
      'commands-know-the-domain': ['commands/bad.ts', "import '../projections/world.ts';"],
      'projections-fold-events': ['projections/bad.ts', "import '../processes/world.ts';"],
      'read-api-asks-read-models': ['read-api/bad.ts', "import '../commands/world.ts';"],
      'read-api-decides-nothing': ['read-api/worse.ts', "import '../domain/decider.ts';"],
      'commands-kernel-knows-no-capability': ['commands/kernel/bad.ts', "import '../world.ts';"],
      'processes-know-ports': ['processes/bad.ts', "import '../infra/world.ts';"],
      'processes-reach-no-endpoint': ['processes/worse.ts', "import '../commands/write.ts';"],
      'processes-kernel-knows-the-workspace-only': ['processes/kernel/bad.ts', "import '../world.ts';"],
      'only-infra-imports-infra': ['commands/worse.ts', "import '../infra/world.ts';"],
      'infra-telemetry-stays-below': ['infra/telemetry/bad.ts', "import '../stores/world.ts';"],
      'infra-products-stays-below': ['infra/products/client/bad.ts', "import '../../telemetry/world.ts';"],
      'infra-stores-stays-below': ['infra/stores/bad.ts', "import '../adapters/world.ts';"],
      'infra-outside-stays-below': ['infra/outside/bad.ts', "import '../stores/world.ts';"],
      'infra-log-stays-below': ['infra/log/bad.ts', "import '../adapters/world.ts';"],
      'infra-adapters-stays-below': ['infra/adapters/bad.ts', "import '../log/world.ts';"],
      'infra-edge-stays-below': ['infra/edge/bad.ts', "import '../outside/world.ts';"],
      'infra-test-mode-stays-below': ['infra/test-mode/bad.ts', "import '../composition/world.ts';"],
      'infra-cli-stays-below': ['infra/cli/bad.ts', "import '../edge/world.ts';"],
      'edge-access-stays-below-http': ['infra/edge/access/bad.ts', "import '../http/world.ts';"],
      'products-could-be-packages': ['infra/products/client/worse.ts', "import '../../../domain/world.ts';"],
      'products-know-no-other-product': ['infra/products/client/worst.ts', "import '@social-publishing/audit-proofs';"],
      'products-have-a-face': ['test/support/bad.ts', "import '../../infra/products/audit-proofs/world.ts';"],
      'tests-of-a-product-know-its-inside-alone': [
        'test/infra/products/client/bad.ts',
        "import '../../../../infra/products/audit-proofs/world.ts';",
      ],
      'products-stay-in-infra': ['infra/telemetry/worse.ts', "import '@social-publishing/audit-proofs';"],
      'express-stays-at-the-edge': ['infra/bad.ts', "import 'express';"],
      'event-store-client-stays-in-its-adapter': ['infra/worse.ts', "import '@eventstore/db-client';"],
    };
    const worlds = [
      'domain',
      'commands',
      'projections',
      'processes',
      'read-api',
      'infra',
      'infra/products/audit-proofs',
      ...['telemetry', 'stores', 'outside', 'log', 'adapters', 'composition', 'edge', 'edge/http'].map(
        (room) => `infra/${room}`,
      ),
    ];
    let found: Report['summary']['violations'];

    before(async function () {
      this.timeout(60_000);
      const dir = mkdtempSync(path.join(os.tmpdir(), 'imports-'));
      const files: Record<string, string> = {
        'domain/decider.ts': 'export const decider: Decider<unknown>;',
        'domain/two.ts': "import './one.ts';",
        'commands/kernel/endpoint.ts': 'export {};',
        'commands/write.ts': "import './kernel/endpoint.ts';",
        ...Object.fromEntries(worlds.map((folder) => [`${folder}/world.ts`, 'export {};'])),
        ...Object.fromEntries(Object.values(violations)),
      };
      for (const [file, source] of Object.entries(files)) {
        mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
        writeFileSync(path.join(dir, file), `${source}\n`);
      }
      for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json', 'package.json']) {
        copyFileSync(path.join(root, file), path.join(dir, file));
      }
      symlinkSync(path.join(root, 'node_modules'), path.join(dir, 'node_modules'));
      ({ violations: found } = await cruise(
        dir,
        folders.filter((folder) => existsSync(path.join(dir, folder))),
      ));
      rmSync(dir, { recursive: true, force: true });
    });

    for (const [name, [file]] of Object.entries(violations))
      it(`${name} on ${file}`, () => {
        expect(found.map(({ rule, from }) => `${rule.name} on ${from}`)).to.include(`${name} on ${file}`);
      });

    it('with a case for every rule', () => {
      expect(
        Object.keys(violations).toSorted(),
        'each rule of .dependency-cruiser.cjs needs a module here that breaks it',
      ).to.deep.equal(rules.map(({ name }) => name).toSorted());
    });
  });
});

describe('the capabilities', () => {
  const foldersIn = (folder: string): readonly string[] =>
    readdirSync(path.join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  const filesIn = (folder: string): readonly string[] =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${folder}/${file.replaceAll(path.sep, '/')}`);
  const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
  const ofCapabilities = (layer: string): readonly string[] =>
    filesIn(layer).filter((file) => file.slice(layer.length + 1).includes('/'));

  for (const layer of layerNames)
    it(`have one name: ${layer} and test/${layer}`, () => {
      const known = [...Object.keys(capabilities), ...shared[layer]];
      expect(known, 'test/support/capabilities.ts names every folder').to.include.members([...foldersIn(layer)]);
      const ofTests = layer === 'domain' ? [...known, 'samples'] : known;
      expect(ofTests, 'a test lies in the folder of its capability').to.include.members([
        ...foldersIn(`test/${layer}`),
      ]);
    });

  it('are all there: each name has a folder', () => {
    const found = new Set(layerNames.flatMap((layer) => foldersIn(layer)));
    expect(Object.keys(capabilities).filter((name) => !found.has(name))).to.deep.equal([]);
  });

  it('have a face where they have endpoints, reads, read models or processes', () => {
    const withFace: Readonly<Record<string, RegExp>> = {
      commands: /-endpoints\.ts$/,
      'read-api': /-reads\.ts$/,
      projections: /\.ts$/,
      processes: /\.ts$/,
    };
    const faceless = Object.entries(withFace).flatMap(([layer, kind]) =>
      ofCapabilities(layer)
        .filter((file) => kind.test(file) && !shared[layer as keyof typeof shared].includes(file.split('/')[1] ?? ''))
        .map((file) => path.posix.join(path.posix.dirname(file), 'index.ts'))
        .filter((face) => !existsSync(path.join(root, face))),
    );
    expect([...new Set(faceless)]).to.deep.equal([]);
  });

  const list = 'infra/composition/capabilities.ts';

  it('with endpoints are listed once, by their name', () => {
    const listed = [...read(list).matchAll(/\bname: '([\w-]+)'/g)].map(([, name]) => name);
    const faces = ['commands', 'read-api'].flatMap((layer) =>
      foldersIn(layer).filter((name) => existsSync(path.join(root, layer, name, 'index.ts'))),
    );
    expect(listed.toSorted()).to.deep.equal([...new Set(faces)].toSorted());
  });

  it('are composed of their faces', () => {
    const imports = [...read(list).matchAll(/^import (?!type )[^;]*? from '..\/..\/([^']+)'/gm)].map(
      ([, file]) => file,
    );
    const inside = /^(commands|read-api|projections|processes)\/[\w-]+\/(?!index\.ts$)/;
    expect(imports.filter((file = '') => inside.test(file))).to.deep.equal([]);
  });

  it('name each kind of file one way', () => {
    const kinds: readonly [what: string, layer: string, wrong: (file: string) => boolean][] = [
      ['ports are in ports.ts', 'commands', (file) => /-(ports|parts)\.ts$/.test(file)],
      ['ports are in ports.ts', 'processes', (file) => /-(ports|parts)\.ts$/.test(file)],
      ['adapters give their ports in index.ts', 'infra/adapters', (file) => /-(ports|parts)\.ts$/.test(file)],
      ['events are in *-events.ts', 'domain', (file) => file.endsWith('/events.ts')],
      [
        'write endpoints are in *-endpoints.ts',
        'commands',
        (file) =>
          /^export const .*readonly WriteEndpoint\[\] =>?/m.test(read(file)) && !/(-endpoints|\/index)\.ts$/.test(file),
      ],
      [
        'read endpoints are in *-reads.ts',
        'read-api',
        (file) =>
          /^export const .*readonly ReadEndpoint\[\] =>?/m.test(read(file)) && !/(-reads|\/index)\.ts$/.test(file),
      ],
    ];
    const found = kinds.flatMap(([what, layer, wrong]) =>
      ofCapabilities(layer)
        .filter(wrong)
        .map((file) => `${what}: ${file}`),
    );
    expect(found).to.deep.equal([]);
  });
});
