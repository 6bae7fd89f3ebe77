import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';

const root = path.join(import.meta.dirname, '..');
const depcruise = path.join(root, 'node_modules/.bin/depcruise');
const folders = ['domain', 'commands', 'projections', 'read-api', 'processes', 'infra'];

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

  it('bites: each rule finds the module that breaks it', async function () {
    this.timeout(60_000);
    const dir = mkdtempSync(path.join(os.tmpdir(), 'imports-'));
    const breaches: Readonly<Record<string, [file: string, source: string]>> = {
      'domain-is-pure': ['domain/bad.ts', "import '../infra/world.ts';"],
      'commands-know-the-domain': ['commands/bad.ts', "import '../projections/model.ts';"],
      'projections-fold-events': ['projections/bad.ts', "import '../processes/process.ts';"],
      'read-api-has-no-deciders': ['read-api/bad.ts', "import '../commands/write.ts';"],
      'contract-stands-alone': ['read-api/contract/bad.ts', "import '../../projections/model.ts';"],
      'processes-know-ports': ['processes/bad.ts', "import '../infra/world.ts';"],
      'nobody-imports-infra': ['commands/worse.ts', "import '../infra/world.ts';"],
      'express-stays-at-the-edge': ['infra/bad.ts', "import 'express';"],
      'event-store-client-stays-in-its-adapter': ['infra/worse.ts', "import '@eventstore/db-client';"],
      'embedded-event-store-stands-alone': ['infra/products/event-store-node/bad.ts', "import '../../world.ts';"],
    };
    const files: Record<string, string> = {
      'infra/world.ts': 'export {};',
      'projections/model.ts': 'export {};',
      'processes/process.ts': 'export {};',
      'commands/write.ts': 'export {};',
      ...Object.fromEntries(Object.values(breaches)),
    };
    for (const [file, source] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
      writeFileSync(path.join(dir, file), `${source}\n`);
    }
    for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json', 'package.json']) {
      copyFileSync(path.join(root, file), path.join(dir, file));
    }
    symlinkSync(path.join(root, 'node_modules'), path.join(dir, 'node_modules'));
    const { violations } = await cruise(
      dir,
      folders.filter((folder) => existsSync(path.join(dir, folder))),
    );
    rmSync(dir, { recursive: true, force: true });
    for (const [rule, [file]] of Object.entries(breaches)) {
      expect(
        violations.some(({ rule: { name }, from }) => name === rule && from === file),
        `${rule} on ${file}`,
      ).to.equal(true);
    }
  });
});
