import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { satisfies } from 'semver';
import { projectFiles } from '../docs/pages.ts';

const root = path.join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

type Package = Readonly<{
  version?: string;
  integrity?: string;
  resolved?: string;
  dev?: boolean;
  link?: boolean;
  engines?: Readonly<{ node?: string }>;
  /** Processors that it is built for. */
  cpu?: readonly string[];
}>;

/** The oldest release that package.json allows, and the newer ones in use. */
const releases = ['20.19.0', '24.0.0', '26.0.0'];

/** Whether an address is a folder of this project. */
const isOwn = (resolved = ''): boolean => resolved.startsWith('infra/products/');

const problemsOf = (packages: Readonly<Record<string, Package>>, excused: string): readonly string[] =>
  Object.entries(packages).flatMap(([place, { version = '', integrity, resolved, dev, link, engines, cpu }]) => {
    // The project itself and its own packages, with the links to them.
    if (!place.startsWith('node_modules/') || (link && isOwn(resolved))) return [];
    const name = place.replace(/^.*node_modules\//, '');
    const isExcused = excused.includes(`\`${name}\``) || excused.includes(`\`${name.split('/')[0] ?? ''}\``);
    return [
      ...(link || !integrity?.startsWith('sha512-') ? [`${place} has no checksum`] : []),
      // Without an address the package comes from the registry that the installation asks.
      ...(resolved === undefined ? [] : [`${place} comes from elsewhere`]),
      ...releases
        // Node itself is not built for 32 bits any more.
        .filter((release) => !cpu?.includes('ia32') && !satisfies(release, engines?.node ?? '*'))
        .map((release) => `${place} does not run on Node ${release}`),
      ...(!dev && version.includes('-') && !isExcused ? [`${place} is ${version}`] : []),
    ];
  });

/** The packages that the modules of a folder import. */
const packagesImportedIn = (folder: string): readonly string[] => {
  const names = projectFiles(folder)
    .filter((file) => /\.(?:ts|mjs)$/.test(file))
    .flatMap((file) => [
      ...read(file).matchAll(/^(?:import|export)\s[^;'"]*?from '([^'.][^']*)'|import\('([^'.][^']*)'\)/gm),
    ])
    .map(([, imported, loaded]) => imported ?? loaded ?? '')
    .filter((name) => !name.startsWith('node:'))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
  return [...new Set(names)];
};

describe('the dependencies', () => {
  it('have checksums, come from the registry, run on each supported Node and in stable releases unless a reason is written down', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> };
    expect(Object.keys(packages).length).to.be.greaterThan(300);
    expect(problemsOf(packages, read('SECURITY.md'))).to.deep.equal([]);
  });

  it('are found out where they have no checksum, another source, another Node, or only a beta', () => {
    const integrity = 'sha512-x';
    const problems = problemsOf(
      {
        'node_modules/a': { version: '1.0.0' },
        'node_modules/b': { version: '1.0.0', integrity, resolved: 'git+ssh://git@example.com/b.git' },
        'node_modules/c': { version: '2.0.0-beta.1', integrity },
        'node_modules/d': { version: '2.0.0-beta.1', integrity, dev: true },
        'node_modules/f': { resolved: '../f', link: true },
        'node_modules/@social-publishing/client': { resolved: 'infra/products/client', link: true },
        'node_modules/e': { version: '1.0.0', integrity, engines: { node: '>=22' } },
      },
      '',
    );
    expect(problems).to.deep.equal([
      'node_modules/a has no checksum',
      'node_modules/b comes from elsewhere',
      'node_modules/c is 2.0.0-beta.1',
      'node_modules/f has no checksum',
      'node_modules/f comes from elsewhere',
      'node_modules/e does not run on Node 20.19.0',
    ]);
  });

  it('of a product are in its own package.json', () => {
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: readonly string[] };
    expect(workspaces.length).to.be.greaterThan(5);
    const lacking = workspaces.flatMap((product) => {
      const manifest = JSON.parse(read(`${product}/package.json`)) as Record<
        string,
        Record<string, string> | undefined
      >;
      const declared = Object.keys({ ...manifest['dependencies'], ...manifest['devDependencies'] });
      return packagesImportedIn(product)
        .filter((name) => !declared.includes(name))
        .map((name) => `${product} imports ${name}`);
    });
    expect(lacking).to.deep.equal([]);
  });

  const advisories = (output: string): Promise<{ code: number; text: string }> => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'advisories-'));
    const npm = path.join(folder, 'npm');
    writeFileSync(npm, `#!/bin/sh\ncat <<'END'\n${output}\nEND\nexit 1\n`);
    chmodSync(npm, 0o755);
    const env = { ...process.env, PATH: `${folder}:${process.env['PATH'] ?? ''}` };
    return new Promise((resolve) =>
      execFile(
        process.execPath,
        ['--import', 'tsx', 'test/check/advisories.ts'],
        { cwd: root, env },
        (error, stdout, stderr) => {
          rmSync(folder, { recursive: true });
          resolve({ code: Number(error?.code ?? 0), text: stdout + stderr });
        },
      ),
    );
  };

  it('are checked for advisories, and it says so where the registry cannot be asked', async function () {
    this.timeout(60_000);
    const offline = await advisories('{"message": "request to the registry failed", "error": {"summary": ""}}');
    expect(offline).to.deep.equal({
      code: 3,
      text: 'The registry could not be asked for advisories. Nothing was checked.\n',
    });
    const bad = await advisories('{"vulnerabilities": {"left-pad": {"severity": "high", "range": "<2.0.0"}}}');
    expect(bad.code).to.equal(1);
    expect(bad.text).to.contain('high: left-pad <2.0.0');
    expect(await advisories('{"vulnerabilities": {}}')).to.deep.equal({ code: 0, text: 'No known advisories.\n' });
  });
});
