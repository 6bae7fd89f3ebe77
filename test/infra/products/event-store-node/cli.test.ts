import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { launched } from '@social-publishing/child-process';
import { expect } from 'chai';
import { startArguments, UsageError } from '../../../../infra/products/event-store-node/cli/arguments.ts';
import { runtime } from '../../../../infra/products/event-store-node/cli/runtime.ts';
import { startProcess } from './node-process.ts';
import { refusal, temporaryFolder } from './server.ts';

const main = new URL('../../../../infra/products/event-store-node/cli/main.ts', import.meta.url).pathname;

describe('event store: the program', () => {
  let dir: string;
  before(async () => (dir = await temporaryFolder()));
  after(() => rmSync(dir, { recursive: true, force: true }));

  it('stops cleanly on SIGTERM and on SIGINT', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const node = await startProcess('--insecure', '--dir', dir);
      expect(await node.end(signal)).to.equal(0);
    }
  });

  it('ends with the process that started it, however that ended', async () => {
    const starter = `
      const { spawn } = require('node:child_process');
      const args = [...${JSON.stringify(launched(main))}, 'start', '--insecure', '--port', '0', '--dir',
        ${JSON.stringify(dir)}, '--parent-pid', String(process.pid)];
      spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
      setInterval(() => undefined, 1000);`;
    const parent = spawn(process.execPath, ['--eval', starter], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string];
    const { port } = JSON.parse(line) as { port: number };
    const health = () => fetch(`http://127.0.0.1:${port}/health/live`).then(({ status }) => status);
    expect(await health()).to.equal(204);
    // The node holds the same pipe: it closes when the last of the two is gone.
    const closed = once(parent.stdout, 'close');
    parent.kill('SIGKILL');
    await closed;
    await refusal(health());
  });

  it('is started by npm the way it is started by the service', () => {
    const file = new URL('../../../../package.json', import.meta.url);
    const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { scripts: Record<string, string> };
    const environment = Object.entries(runtime.environment).map(([name, value]) => `${name}=${value}`);
    for (const part of [...runtime.nodeFlags, ...environment]) expect(scripts['event-store']).to.include(part);
  });

  for (const [args, complaint] of [
    [[], /--dir is required|either --insecure/],
    [['--insecure', '--tls-cert', 'x', '--tls-key', 'y', '--dir', 'z'], /exclude each other/],
    [['--tls-cert', 'x', '--dir', 'z'], /go together/],
    [['--insecure', '--dir', 'z', '--max-append-size', 'much'], /whole number/],
    [['--insecure', '--dir', 'z', '--unknown'], /Unknown option/],
  ] as const) {
    it(`explains what is wrong with ${args.join(' ') || 'nothing'}`, () => {
      expect(() => startArguments(args)).to.throw(UsageError, complaint);
    });
  }
});
