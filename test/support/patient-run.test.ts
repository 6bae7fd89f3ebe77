import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const mocha = fileURLToPath(import.meta.resolve('mocha/bin/mocha.js'));
const fixture = path.join(import.meta.dirname, '../fixtures/takes-its-time.ts');

/** What a run prints whose test and hook take longer than they may. */
const runWith = (patience: string): string =>
  spawnSync(process.execPath, [mocha, fixture], {
    env: { ...process.env, TEST_PATIENCE: patience },
    encoding: 'utf8',
  }).stdout;

describe('a run of tests on a busy machine', () => {
  it('gives tests and hooks as many times their limit as it has patience', () => {
    expect(runWith('100')).to.include('2 passing').and.not.to.include('failing');
    expect(runWith('1')).to.include('Timeout of 20ms exceeded');
  });
});
