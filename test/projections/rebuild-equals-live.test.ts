import { expect } from 'chai';
import fc from 'fast-check';
import { sql } from 'kysely';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { launched } from '@social-publishing/child-process';
import { runningStores, startStores } from '../../infra/composition/embedded-stores.ts';
import { configFrom } from '../../infra/composition/config.ts';
import { createLogger } from '../../infra/telemetry/logger.ts';
import { allProjections } from '../../projections/all-projections.ts';
import { openDatabase, type Database } from '../../infra/stores/postgres/database.ts';
import { readCheckpoints } from '../../projections/kernel/checkpoint.ts';
import { until } from '../support/until.ts';
import { forEachOf, hasEnded, trio, type Client, type PostBody } from '../support/service-client.ts';
import { ServiceProcess } from '../support/service-process.ts';

const project = path.resolve(import.meta.dirname, '../..');

const steps = [
  'draft',
  'publish',
  'schedule',
  'cancel',
  'edit',
  'delete',
  'fault',
  'key',
  'webhook',
  'advance',
] as const;
type Step = (typeof steps)[number];

type Ran = Readonly<{ code: number | null; out: string; said: string }>;
type Shown = Readonly<{
  name: string;
  builds: readonly Readonly<{ generation: number; status: string; events: number; parked: string | null }>[];
}>;

describe('a rebuilt read model equals the live one', function () {
  this.timeout(240_000);
  let service: ServiceProcess;
  let demo: Client;

  before(async () => {
    service = await ServiceProcess.start();
    demo = service.demo;
  });
  after(() => service.dispose());

  /** The stores of the service that was stopped, without it. */
  const withStores = async (work: () => Promise<void>): Promise<void> => {
    const stores = await startStores(configFrom({ DATA_DIR: service.dataDir }), createLogger('silent'));
    await work().finally(stores.stop);
  };
  const startCli = (...args: string[]): ChildProcess =>
    spawn(process.execPath, [...launched('infra/cli/projections.ts'), ...args], {
      cwd: project,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: service.dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const ended = async (child: ChildProcess): Promise<Ran> => {
    let [out, said] = ['', ''];
    child.stdout?.on('data', (text: Buffer) => (out += text.toString()));
    child.stderr?.on('data', (text: Buffer) => (said += text.toString()));
    await once(child, 'close');
    return { code: child.exitCode, out, said };
  };
  const cli = (...args: string[]): Promise<Ran> => ended(startCli(...args));
  const status = async (): Promise<Shown[]> => JSON.parse((await cli('status', '--json')).out) as Shown[];
  const buildsOf = async (name: string) => (await status()).find((model) => model.name === name)?.builds ?? [];

  const withDatabase = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
    const stores = await runningStores(service.dataDir);
    const database = openDatabase({ url: stores?.databaseUrl ?? '', applicationName: 'tests' });
    return work(database).finally(database.close);
  };

  /** A series of commands as clients send them; those that the state refuses are part of it. */
  const play = async (series: readonly { step: Step; pick: number }[]): Promise<void> => {
    const posts: string[] = [];
    const on = (pick: number): string => posts[pick % Math.max(1, posts.length)] ?? 'none';
    for (const [n, { step, pick }] of series.entries()) {
      const accountIds = demo.accounts(trio.slice(pick % 3));
      if (step === 'draft') posts.push((await demo.createPost(`Draft ${n}`, { accountIds })).id);
      else if (step === 'publish') posts.push((await demo.publish(`Now ${n}`, { accountIds })).id);
      else if (step === 'schedule')
        posts.push((await demo.createPost(`Later ${n}`, { accountIds, scheduledFor: await demo.in(300 + pick) })).id);
      else if (step === 'cancel') await demo.call('POST', `/posts/${on(pick)}/cancel`);
      else if (step === 'edit') await demo.call('PUT', `/posts/${on(pick)}`, { content: `Edited ${n}` });
      else if (step === 'delete') await demo.call('DELETE', `/posts/${on(pick)}`);
      else if (step === 'fault') await demo.fault('MASTODON', 'rate_limited').catch(() => undefined);
      else if (step === 'key') await demo.call('POST', '/api-keys', { name: `Key ${n}`, scopes: ['posts:read'] });
      else if (step === 'webhook')
        await demo.call('POST', '/webhooks', { url: `https://example.com/${n}`, events: ['post.published'] });
      else await demo.advance(120);
    }
    await demo.advance(3_600);
    let waiting: PostBody[] = [];
    await until(
      'every post has ended or is a draft',
      async () => {
        waiting = (await demo.posts()).filter((post) => !hasEnded(post) && post.status !== 'draft');
        if (waiting.length > 0) await demo.advance(600);
        return waiting.length === 0;
      },
      60_000,
    );
  };

  /** Where both builds stand at one position, their rows, read in one order, must be the same. */
  const expectSame = async (names: readonly string[], before: number, after: number): Promise<void> =>
    withDatabase(async ({ kysely }) => {
      const checkpoints = await readCheckpoints(kysely);
      let rows = 0;
      await forEachOf(names, 1, async (name) => {
        const key = allProjections.find((one) => one.name === name)?.table.key ?? '';
        const read = async (generation: number) =>
          (await sql`select * from ${sql.id(`${name}_g${generation}`)} order by ${sql.id(key)}`.execute(kysely)).rows;
        expect(checkpoints.get(`${name}#${after}`)?.position, name).to.deep.equal(
          checkpoints.get(`${name}#${before}`)?.position,
        );
        const live = await read(before);
        rows += live.length;
        expect(await read(after), name).to.deep.equal(live);
      });
      expect(rows).to.be.greaterThan(0);
    });

  it('for every read model, after a random series of commands', async () => {
    const random = fc.record({ step: fc.constantFrom(...steps), pick: fc.nat(50) });
    const [series = []] = fc.sample(fc.array(random, { minLength: 60, maxLength: 60 }), 1);
    await play([...steps.map((step) => ({ step, pick: 1 })), ...series]);
    expect(await service.stop()).to.equal(0);
    // The log does not grow now, so both builds have the same position.
    await withStores(async () => {
      const ran = await cli('rebuild', '--all');
      expect(ran.code, ran.said).to.equal(0);
      expect(ran.said).to.match(/100 %, \d+ events\/s/);
      await expectSame(
        allProjections.map(({ name }) => name),
        1,
        2,
      );
    });
  });

  it('is built by a running service, and its readers go on', async () => {
    await service.start();
    const ran = await cli('rebuild', '--all', '--json');
    expect(ran.code, ran.said).to.equal(0);
    expect((JSON.parse(ran.out) as { live: string[] }).live).to.include('posts#3');
    const { id } = await demo.createPost('After the rebuild');
    // A read waits two seconds for a read model. A machine that has just built all of them may take longer.
    await until('the post is read', async () => (await demo.call('GET', `/posts/${id}`)).status !== 404);
    expect((await demo.post(id)).content).to.equal('After the rebuild');
  });

  it('lets only the owner read where its stores are', async () => {
    expect((await stat(path.join(service.dataDir, 'stores.json'))).mode & 0o777).to.equal(0o600);
  });

  it('brings a retired build up to date before readers see it again, and drops what they do not see', async () => {
    const [newest] = (await demo.posts()).filter(({ content }) => content === 'After the rebuild');
    expect((await cli('switch', 'posts', '1')).code).to.equal(0);
    expect((await buildsOf('posts')).map(({ status: one }) => one)).to.deep.equal(['live', 'retired', 'retired']);
    expect(await demo.post(newest?.id ?? '')).to.deep.equal(newest);
    expect((await cli('drop', 'posts', '1')).said).to.include('is what readers see');
    expect((await cli('drop', 'posts', '2')).code).to.equal(0);
    expect((await buildsOf('posts')).map(({ generation }) => generation)).to.deep.equal([1, 3]);
  });

  it('parks a read model of a running service and lets it go on', async () => {
    expect((await cli('park', 'media')).code).to.equal(0);
    const view = await cli('status');
    expect([view.code, view.out.includes('parked by an operator')]).to.deep.equal([1, true]);
    await until('/v1/ready says so', async () => (await demo.call('GET', '/ready')).status === 503);
    expect((await cli('unpark', 'media')).out).to.include('was resumed');
    await until('/v1/ready is well', async () => (await demo.call('GET', '/ready')).status === 200);
  });

  it('refuses what it does not understand, with its usage', async () => {
    for (const args of [
      [],
      ['rebuild'],
      ['rebuild', 'nothing'],
      ['list', '--x'],
      ['drop', 'posts', 'one'],
      ['rebuild', 'posts', '--share', '2'],
    ]) {
      const { code, said } = await cli(...args);
      expect([code, said.includes('npm run projections --')], args.join(' ')).to.deep.equal([2, true]);
    }
  });

  it('without a service it does the work itself, and continues where a kill -9 left it', async () => {
    expect(await service.stop()).to.equal(0);
    const child = startCli('rebuild', 'accounts', '--share', '0.001');
    const dead = ended(child);
    await until(
      'it builds',
      async () => {
        const stores = await runningStores(service.dataDir);
        if (!stores) return false;
        return withDatabase(async ({ kysely }) => (await readCheckpoints(kysely)).has('accounts#4')).catch(() => false);
      },
      60_000,
    );
    child.kill('SIGKILL');
    await dead;
    const ran = await cli('rebuild', 'accounts');
    expect([ran.code, ran.out.includes('accounts#4')], ran.said).to.deep.equal([0, true]);
    const builds = await buildsOf('accounts');
    expect(builds.map(({ generation, status: one }) => [generation, one])).to.deep.equal([
      [1, 'retired'],
      [2, 'retired'],
      [3, 'retired'],
      [4, 'live'],
    ]);
    await withStores(() => expectSame(['accounts'], 3, 4));
  });
});
