import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { launched } from '@social-publishing/child-process';
import { expect } from 'chai';
import pg from 'pg';
import { installedBinaries, linkLibraries } from '../../../../infra/products/embedded-postgres/binaries.ts';
import { startPostgres } from '../../../../infra/products/embedded-postgres/postgres.ts';
import { isAlive, until } from '../../../support/until.ts';

const holder = fileURLToPath(new URL('./hold.ts', import.meta.url));
const isRoot = process.getuid?.() === 0;

const ask = async (url: string, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
};

describe('embedded Postgres', () => {
  let dir: string;
  const started: ChildProcess[] = [];
  beforeEach(() => {
    dir = mkdtempSync(path.join(os.tmpdir(), 'embedded-pg-'));
  });
  afterEach(async () => {
    for (const child of started.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.stdin?.end();
      await once(child, 'exit');
    }
    rmSync(dir, { recursive: true, force: true });
  });

  /** Starts Postgres from a process of its own, which can be killed. */
  const hold = async (
    ids: { uid?: number; gid?: number } = {},
  ): Promise<{ pid: number; url: string; by: ChildProcess }> => {
    const by = spawn(process.execPath, [...launched(holder), dir], {
      stdio: ['pipe', 'pipe', 'inherit'],
      ...ids,
    });
    started.push(by);
    const [line] = (await once(createInterface({ input: by.stdout }), 'line')) as [string];
    return { ...(JSON.parse(line) as { pid: number; url: string }), by };
  };

  it('starts, keeps what was stored, and stops leaving nothing behind', async () => {
    const first = await startPostgres({ dir });
    const pid = first.pid ?? 0;
    await ask(first.url, 'create table kept as select 42 as answer');
    await Promise.all([first.stop(), first.stop()]);
    expect(isAlive(pid)).to.equal(false);
    const second = await startPostgres({ dir });
    expect(await ask(second.url, 'select answer from kept')).to.deep.equal([{ answer: 42 }]);
    expect(await ask(second.url, "select current_setting('fsync') f, lower('ÄÖ') l")).to.deep.equal([
      { f: 'on', l: 'äö' },
    ]);
    await second.stop();
  });

  it('needs the password of the folder, which only its owner can read', async () => {
    const postgres = await startPostgres({ dir });
    const url = new URL(postgres.url);
    expect(statSync(path.join(dir, 'password')).mode & 0o077).to.equal(0);
    expect(statSync(dir).mode & 0o077).to.equal(0);
    url.password = 'guessed';
    const refused = await ask(url.href, 'select 1').catch((fault: unknown) => fault);
    expect(refused).to.have.property('code', '28P01');
    await postgres.stop();
  });

  it('does not outlive a service that was killed, and the next start finds the data', async () => {
    const held = await hold();
    await ask(held.url, 'create table kept as select 1 as n');
    held.by.kill('SIGKILL');
    const next = await startPostgres({ dir });
    await until('the orphan is gone', () => !isAlive(held.pid));
    expect(await ask(next.url, 'select n from kept')).to.deep.equal([{ n: 1 }]);
    await next.stop();
  });

  it('comes back by itself on the same port when Postgres is killed, with every committed row', async () => {
    const exits: string[] = [];
    const postgres = await startPostgres({ dir, onUnexpectedExit: (how) => exits.push(how) });
    const killed = postgres.pid ?? 0;
    await ask(postgres.url, 'create table kept as select 7 as n');
    process.kill(killed, 'SIGKILL');
    await until('another Postgres runs', () => postgres.pid !== undefined && postgres.pid !== killed);
    expect(await ask(postgres.url, 'select n from kept')).to.deep.equal([{ n: 7 }]);
    expect(exits[0]).to.equal('ended by SIGKILL');
    await postgres.stop();
  });

  it('starts in spite of a lock file whose pid now belongs to another program', async () => {
    const first = await startPostgres({ dir });
    const lock = path.join(dir, 'cluster', 'postmaster.pid');
    const held = readFileSync(lock, 'utf8');
    await first.stop();
    writeFileSync(lock, held.replace(/^\d+/, String(process.pid)), { mode: 0o600 });
    const second = await startPostgres({ dir });
    expect(await ask(second.url, 'select 1 as one')).to.deep.equal([{ one: 1 }]);
    await second.stop();
  });

  it('refuses a folder that another service is using', async () => {
    const first = await startPostgres({ dir });
    const refused = await startPostgres({ dir, waitForOtherMs: 0 }).catch((fault: unknown) => fault);
    expect(refused).to.be.an('error').with.property('message').that.includes('another service is running on');
    expect(await ask(first.url, 'select 1 as one')).to.deep.equal([{ one: 1 }]);
    await first.stop();
  });

  it('never takes a half-made cluster for one', async () => {
    mkdirSync(path.join(dir, 'cluster.building'));
    writeFileSync(path.join(dir, 'cluster.building', 'PG_VERSION'), '18\n');
    const postgres = await startPostgres({ dir });
    expect(await ask(postgres.url, 'select 1 as one')).to.deep.equal([{ one: 1 }]);
    await postgres.stop();
  });

  it('makes the links of the libraries that an install without scripts leaves out', () => {
    const native = path.join(dir, 'package', 'native');
    const listed = JSON.parse(readFileSync(path.join(installedBinaries(), 'pg-symlinks.json'), 'utf8')) as {
      target: string;
    }[];
    mkdirSync(path.join(native, 'lib'), { recursive: true });
    cpSync(path.join(installedBinaries(), 'pg-symlinks.json'), path.join(native, 'pg-symlinks.json'));
    cpSync(path.join(installedBinaries(), 'lib'), path.join(native, 'lib'), {
      recursive: true,
      filter: (from) => !listed.some(({ target }) => from.endsWith(target)),
    });
    const missing = listed.filter(({ target }) => !existsSync(path.join(native, '..', target)));
    expect(missing).to.have.length(listed.length).and.not.have.length(0);
    linkLibraries(native);
    linkLibraries(native);
    expect(listed.filter(({ target }) => !existsSync(path.join(native, '..', target)))).to.deep.equal([]);
  });

  if (isRoot) {
    it('runs for a plain user', async () => {
      chownSync(dir, 65534, 65534);
      const held = await hold({ uid: 65534, gid: 65534 });
      expect(statSync(path.join(dir, 'cluster')).uid).to.equal(65534);
      expect(await ask(held.url, 'select 1 as one')).to.deep.equal([{ one: 1 }]);
    });

    it('runs for root in a folder that only root may enter, and takes over one of an unknown owner', async () => {
      const home = path.join(dir, 'home');
      mkdirSync(home, { mode: 0o700 });
      chmodSync(dir, 0o700);
      const first = await startPostgres({ dir: path.join(home, 'data') });
      await first.stop();
      chownSync(path.join(home, 'data', 'cluster', 'PG_VERSION'), 65534, 65534);
      const second = await startPostgres({ dir: path.join(home, 'data') });
      expect(await ask(second.url, 'select 1 as one')).to.deep.equal([{ one: 1 }]);
      await second.stop();
      expect(statSync(path.join(home, 'data', 'cluster', 'PG_VERSION')).uid).to.equal(0);
    });
  }
});
