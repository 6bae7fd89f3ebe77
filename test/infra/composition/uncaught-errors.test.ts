import { expect } from 'chai';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { launched } from '@social-publishing/child-process';

const server = fileURLToPath(new URL('./uncaught-server.ts', import.meta.url));

describe('an error that nothing catches', function () {
  this.timeout(60_000);
  let child: ChildProcess;
  let origin: string;
  beforeEach(async () => {
    child = spawn(process.execPath, launched(server), { stdio: ['ignore', 'pipe', 'inherit'] });
    const [port] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
    origin = `http://127.0.0.1:${port.toString().trim()}`;
  });
  afterEach(() => child.kill('SIGKILL'));
  const codeOf = async (path: string): Promise<unknown[]> => {
    const reply = await fetch(`${origin}${path}`);
    const { error } = (await reply.json()) as { error?: { code: string } };
    return [reply.status, error?.code];
  };

  it('is answered with 500 where it belongs to a request, and the process goes on', async () => {
    const failing = ['/throws', '/rejects', '/throws'];
    expect(await Promise.all(failing.map(codeOf))).to.deep.equal(failing.map(() => [500, 'INTERNAL_ERROR']));
    expect(await codeOf('/throws')).to.deep.equal([500, 'INTERNAL_ERROR']);
    expect(await codeOf('/v1/health')).to.deep.equal([200, undefined]);
  });

  it('ends the process where it belongs to no request under way', async () => {
    const exited = once(child, 'exit');
    expect(await (await fetch(`${origin}/answers-and-throws`)).text()).to.equal('answered');
    expect((await exited)[0]).to.equal(70);
  });

  it('ends the process once every request that was under way is answered', async () => {
    const exited = once(child, 'exit');
    expect(await (await fetch(`${origin}/throws-and-answers`)).text()).to.equal('answered');
    expect((await exited)[0]).to.equal(70);
  });
});
