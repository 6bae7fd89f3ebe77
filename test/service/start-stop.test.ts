import { expect } from 'chai';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import { sandboxPlatforms } from '@social-publishing/platform-sandbox';
import { isAlive, until } from '../support/until.ts';
import { trio } from '../support/service-client.ts';
import { descendantsOf, ServiceProcess, startLimitMs } from '../support/service-process.ts';

describe('the service as a program', () => {
  let service: ServiceProcess;
  let tookMs = 0;

  before(async function () {
    this.timeout(120_000);
    const began = performance.now();
    service = await ServiceProcess.start('npm');
    tookMs = performance.now() - began;
  });
  after(async function () {
    this.timeout(60_000);
    await service.dispose();
  });

  it('is ready within seconds of npm start, and reports it', async function () {
    const ready = await service.demo.call<{ status: string; checks: object }>('GET', '/ready');
    expect(ready.status, JSON.stringify(ready.body)).to.equal(200);
    expect(ready.body.status).to.equal('ready');
    expect(service.connection.accounts).to.have.all.keys(sandboxPlatforms.map(({ platform }) => platform));
    console.log(`      ready after ${(tookMs / 1000).toFixed(1)} s`);
    // 15 seconds on a machine of its own; others may be at work on this one.
    expect(tookMs).to.be.below(60_000);
  });

  it('stops whole with exit code 0 when only npm is stopped, and is found again by the next start', async function () {
    this.timeout(180_000);
    const before = service.connection;
    const { id } = await service.demo.createPost('Still here after a restart', {
      scheduledFor: await service.demo.in(7200),
    });
    const post = await service.demo.post(id);
    const processes = descendantsOf(service.pid);
    expect(processes.length, 'the service, Postgres and the event store').to.be.at.least(3);
    expect(await service.stop()).to.equal(0);
    await until('no process is left', () => !processes.some(isAlive), 5_000);
    expect(existsSync(service.connectionFile)).to.equal(false);

    // The service that becomes ready has written the file.
    service.launch();
    await until('the service is ready', async () => (await service.readiness()) === 200, startLimitMs);
    expect(existsSync(service.connectionFile)).to.equal(true);
    service.readConnection();
    const { workspaceId, userId, apiKey, accounts } = service.connection;
    expect({ workspaceId, userId, apiKey, accounts }).to.deep.equal({
      workspaceId: before.workspaceId,
      userId: before.userId,
      apiKey: before.apiKey,
      accounts: before.accounts,
    });
    expect(await service.demo.post(post.id)).to.deep.equal(post);

    await service.demo.advance(7201);
    await until('the post of the first run is out', async () => {
      const { status } = await service.demo.post(post.id);
      return status === 'published';
    });
    for (const platform of trio) expect(await service.demo.objects(platform)).to.have.length(1);
  });

  it('refuses a second start on its folder, which does not change the files', async function () {
    this.timeout(60_000);
    const file = readFileSync(service.connectionFile, 'utf8');
    const second = service.another();
    await once(second.child, 'close');
    expect(second.child.exitCode).to.equal(1);
    expect(second.output).to.match(/(^|\n)DATA_DIR: another service \(process \d+\) runs on [^\n]+\n$/);
    expect(readFileSync(service.connectionFile, 'utf8')).to.equal(file);
    expect(await service.readiness()).to.equal(200);
  });

  for (const part of ['postgres', 'event-store'] as const)
    it(`becomes ready although ${part} is killed when it has just begun to answer`, async function () {
      this.timeout(180_000);
      const other = await ServiceProcess.prepare();
      try {
        const { child } = other.launch();
        const looked = async (): Promise<number | undefined> => {
          if (child.exitCode !== null || child.signalCode !== null) throw new Error(`it ended:\n${other.output}`);
          return other.readiness();
        };
        await until('it answers', async () => (await looked()) !== undefined, startLimitMs);
        process.kill(other.part(part), 'SIGKILL');
        await until('it is ready', async () => (await looked()) === 200, startLimitMs);
        await until('the connection is known', () => existsSync(other.connectionFile));
      } finally {
        await other.dispose();
      }
    });

  it('stops with exit code 0 while its start waits for a database, and says so', async function () {
    this.timeout(60_000);
    const silent = createServer((socket) => socket.on('error', () => undefined));
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const other = await ServiceProcess.prepare('node', { DATABASE_URL: `postgres://someone@127.0.0.1:${port}/some` });
    try {
      const asked = once(silent, 'connection') as Promise<[Socket]>;
      const running = other.launch();
      const [connection] = await asked;
      expect(await other.stop()).to.equal(0);
      expect(running.output).to.include('stopped before the start was over').and.to.include('DATABASE_URL');
      connection.destroy();
    } finally {
      await other.dispose();
      silent.close();
    }
  });

  it('stops whole amid its first start, and the next one is ready', async function () {
    this.timeout(180_000);
    const other = await ServiceProcess.prepare();
    try {
      other.launch();
      await until('its stores run', () => existsSync(path.join(other.dataDir, 'stores.json')), startLimitMs);
      const processes = descendantsOf(other.pid);
      expect(await other.stop()).to.equal(0);
      await until('no process is left', () => !processes.some(isAlive), 5_000);
      await other.start();
      expect(await other.readiness()).to.equal(200);
    } finally {
      await other.dispose();
    }
  });

  it('stops just as well on the interrupt of a terminal', async function () {
    this.timeout(60_000);
    const processes = descendantsOf(service.pid);
    expect(await service.stop('SIGINT')).to.equal(0);
    await until('no process is left', () => !processes.some(isAlive), 5_000);
    expect(existsSync(service.connectionFile)).to.equal(false);
  });

  it('stops whole when a terminal interrupts npm and the service, and npm interrupts it again', async function () {
    this.timeout(120_000);
    const { child } = service.launch();
    await until('it is ready', async () => (await service.readiness()) === 200, startLimitMs);
    await until('the connection is known', () => existsSync(service.connectionFile));
    const processes = descendantsOf(service.pid);
    const ended = once(child, 'exit');
    process.kill(-service.pid, 'SIGINT');
    await ended;
    await until('no process is left', () => !processes.some(isAlive), 20_000);
    // A service that is killed leaves the file.
    expect(existsSync(service.connectionFile)).to.equal(false);
  });
});
