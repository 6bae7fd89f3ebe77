import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { type Child, ChildFailed, type ChildSpec, startChild } from '../../../../infra/products/child-process/child.ts';
import { startNodeChild } from '../../../../infra/products/child-process/node-child.ts';
import { guardianOf } from '../../../../infra/products/child-process/parent-death.ts';
import { isAlive, until } from '../../../support/until.ts';
import { launched } from '../../../../infra/products/child-process/launched.ts';

const script = (code: string): Pick<ChildSpec<number>, 'name' | 'command' | 'args' | 'ready'> => ({
  name: 'part',
  command: process.execPath,
  args: ['-e', code],
  ready: (line) => (line.startsWith('up ') ? Number(line.slice(3)) : undefined),
});

const stays = 'console.log("up " + process.pid); setInterval(() => {}, 1000);';

describe('child process', () => {
  const children: Child<unknown>[] = [];
  const others: ChildProcess[] = [];
  const start = async <Ready>(spec: ChildSpec<Ready>): Promise<Child<Ready>> => {
    const child = await startChild(spec);
    children.push(child);
    return child;
  };
  afterEach(async () => {
    for (const child of children.splice(0)) await child.stop();
    for (const other of others.splice(0)) other.kill('SIGKILL');
  });

  it('is started once it reports that it is ready, passes on its lines, and stops when asked', async () => {
    const lines: string[] = [];
    const child = await start({ ...script(`console.error("hello"); ${stays}`), onLine: (line) => lines.push(line) });
    expect(child.ready).to.equal(child.pid);
    const pid = child.ready;
    await until('both lines are here', () => lines.length === 2);
    expect(lines).to.have.members(['hello', `up ${pid}`]);
    await Promise.all([child.stop(), child.stop()]);
    expect(isAlive(pid)).to.equal(false);
    expect(child.pid).to.equal(undefined);
  });

  it('that ends before it is ready is an error with its last words', async () => {
    const failed = await start(script('console.error("no port"); process.exit(3)')).catch((fault: unknown) => fault);
    expect(failed).to.be.instanceOf(ChildFailed).with.property('message').that.includes('ended with code 3\nno port');
    const absent = await start({ ...script(''), command: '/nowhere/program' }).catch((fault: unknown) => fault);
    expect(absent).to.be.instanceOf(ChildFailed);
  });

  it('that is not ready in time is ended', async () => {
    const pids: number[] = [];
    const spec = script('console.log(process.pid); setInterval(() => {}, 1000)');
    const late = await start({ ...spec, readyWithinMs: 1500, onLine: (line) => pids.push(Number(line)) }).catch(
      (fault: unknown) => fault,
    );
    expect(late).to.be.instanceOf(ChildFailed).with.property('message').that.includes('was not ready within 1500 ms');
    expect(pids.map(isAlive)).to.deep.equal([false]);
  });

  it('that ends by itself is started again, and its end is reported', async () => {
    const exits: string[] = [];
    const child = await start({
      ...script(stays),
      restartMs: { first: 1, longest: 10 },
      onUnexpectedExit: (how) => exits.push(how),
    });
    const first = child.ready;
    process.kill(first, 'SIGKILL');
    await until('another one runs', () => child.ready !== first);
    expect(isAlive(child.ready)).to.equal(true);
    expect(exits).to.deep.equal(['ended by SIGKILL']);
  });

  it('can be stopped while it is waiting to be started again', async () => {
    const child = await start({ ...script(stays), restartMs: { first: 60_000, longest: 60_000 } });
    process.kill(child.ready, 'SIGKILL');
    await until('it is gone', () => child.pid === undefined);
    await child.stop();
  });

  it('that does not stop is forced to', async () => {
    const child = await start({ ...script(`process.on("SIGTERM", () => {}); ${stays}`), stopWithinMs: 50 });
    const pid = child.ready;
    await child.stop();
    expect(isAlive(pid)).to.equal(false);
  });

  it('of TypeScript is ready with a line of JSON', async () => {
    const hold = fileURLToPath(new URL('./parent.ts', import.meta.url));
    const child = await startNodeChild<{ ready: true; child: number }>({ name: 'parent', script: hold, args: [] });
    children.push(child);
    expect(isAlive(child.ready.child)).to.equal(true);
  });

  /** A process that starts a child, prints its pid, and is then killed. */
  const killedParent = async (...args: string[]): Promise<number> => {
    const file = fileURLToPath(new URL('./parent.ts', import.meta.url));
    const parent = spawn(process.execPath, [...launched(file), ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    others.push(parent);
    const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string];
    const { child } = JSON.parse(line) as { child: number };
    expect(isAlive(child)).to.equal(true);
    parent.kill('SIGKILL');
    return child;
  };

  it('does not outlive a parent that was killed', async () => {
    const orphan = await killedParent();
    await until('the child is gone', () => !isAlive(orphan));
  });

  it('does not outlive a killed parent where only a guardian can see to it', async () => {
    const orphan = await killedParent('guardian');
    await until('the child is gone', () => !isAlive(orphan));
  });

  it('has a guardian that leaves when it is no longer needed', async () => {
    const sleeper = spawn('sleep', ['60'], { stdio: 'ignore' });
    others.push(sleeper);
    const guardian = guardianOf('SIGTERM', sleeper.pid ?? 0, true);
    const pid = guardian?.pid ?? 0;
    expect(isAlive(pid)).to.equal(true);
    guardian?.dismiss();
    await until('the guardian is gone', () => !isAlive(pid));
    expect(isAlive(sleeper.pid ?? 0)).to.equal(true);
  });
});
