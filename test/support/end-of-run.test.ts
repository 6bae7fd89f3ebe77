import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const mocha = fileURLToPath(import.meta.resolve('mocha/bin/mocha.js'));
const fixture = path.join(import.meta.dirname, '../fixtures/leaves-a-server-open.ts');

describe('a run of tests', () => {
  it('ends, fails and names what is left open, where a test left something open', () => {
    const env = { ...process.env, TEST_END_LIMIT_MS: '100' };
    const { status, stderr, stdout } = spawnSync(process.execPath, [mocha, fixture], { env, encoding: 'utf8' });
    expect(stdout).to.include('1 passing');
    expect(stderr).to.match(/this is still open: .*TCPServerWrap/);
    expect(status).to.equal(1);
  });
});
