import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startPostgres } from '@social-publishing/embedded-postgres';
import pg from 'pg';
import { runCli } from '../support/command-line.ts';
import { openTestEventStore, type TestEventStore } from '../support/event-store.ts';
import { canDump, dumpInto } from '../support/pg-dump.ts';
import { testPostgres } from '../support/postgres.ts';
import { type Client, type PostBody, trio } from '../support/service-client.ts';
import { ServiceProcess } from '../support/service-process.ts';
import { ending } from './ending.ts';

type Entry = Readonly<{ id: string; type: string; position: string }>;

describe('moving to another event store', function () {
  this.timeout(600_000);
  const env: NodeJS.ProcessEnv = { TEST_MODE: 'true' };
  let target: TestEventStore;
  let service: ServiceProcess;
  let client: Client;
  let published: PostBody;
  let planned: PostBody[];
  let moment: string;
  let kept: Readonly<{ history: readonly Entry[]; asOf: unknown }>;
  let movedDatabase: string | undefined;

  const at = (name: string): string => path.join(service.dataDir, name);
  const cli = (name: string, ...args: readonly string[]) => runCli(name, args, { ...env, DATA_DIR: service.dataDir });
  const done = async (name: string, ...args: readonly string[]): Promise<string> => {
    const { code, out, err } = await cli(name, ...args);
    expect(code, out + err).to.equal(0);
    return out;
  };
  const stores = () => ['--from', 'embedded', '--to', target.connectionString];
  const historyOf = async ({ id }: PostBody): Promise<readonly Entry[]> =>
    (await client.expect<{ data: readonly Entry[] }>(200, 'GET', `/posts/${id}/history?limit=100`)).data;
  const asOf = ({ id }: PostBody): Promise<unknown> => client.expect(200, 'GET', `/posts/${id}?asOf=${moment}`);
  const textsOn = async (platform: string): Promise<readonly string[]> =>
    (await client.objects(platform)).map(({ text }) => text).sort();
  const withoutPosition = (entries: readonly Entry[]) => entries.map(({ position: _, ...entry }) => entry);

  before(async () => {
    target = await openTestEventStore();
    service = await ServiceProcess.start('node', env);
    client = await service.workspace();
    published = await client.publish('Out before the move');
    await ending(client, 1);
    planned = [];
    for (const text of ['First after the move', 'Second after the move'])
      planned.push(await client.createPost(text, { scheduledFor: await client.in(3600) }));
    const [first] = planned as [PostBody];
    moment = (await client.now()).toISOString();
    await client.advance(60);
    await client.expect(200, 'PATCH', `/posts/${first.id}`, { content: 'First, edited' });
    kept = { history: await historyOf(first), asOf: await asOf(first) };
    writeFileSync(at('key.pem'), await done('audit', 'keys'));
    writeFileSync(at('kept.json'), await done('audit', 'checkpoint'));
    await done('audit', 'export', 'everything', '--out', at('before.ndjson'));
    // The bulk is copied while the service runs; what comes meanwhile is copied after it has stopped.
    await done('events', 'copy', ...stores());
    await client.expect(200, 'PATCH', `/posts/${first.id}`, { content: 'First, edited again' });
    kept = { history: await historyOf(first), asOf: await asOf(first) };
    await movePostgres();
    await service.stop();
  });
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.log(service.output.slice(-4_000));
  });
  after(async () => {
    // Where both stores are elsewhere, the service writes no such file.
    writeFileSync(at('stores.json'), JSON.stringify({ eventStoreUrl: target.connectionString }));
    await service.dispose();
    await target.close();
    if (movedDatabase) await onServer(`drop database ${movedDatabase} with (force)`);
  });

  const onServer = async (statement: string): Promise<void> => {
    const server = new pg.Client({ connectionString: await testPostgres() });
    await server.connect();
    await server.query(statement).finally(() => server.end());
  };

  /** Where `pg_dump` is at hand, the database moves as well. */
  const movePostgres = async (): Promise<void> => {
    if (!(await canDump())) return;
    await service.stop();
    movedDatabase = `moved_${randomBytes(6).toString('hex')}`;
    await onServer(`create database ${movedDatabase}`);
    const url = new URL(await testPostgres());
    url.pathname = `/${movedDatabase}`;
    const embedded = await startPostgres({ dir: at('postgres') });
    await dumpInto(embedded.url, url.href, at('dump.sql')).finally(() => embedded.stop());
    env['DATABASE_URL'] = url.href;
  };

  it('refuses to follow a copy that lacks events, and changes nothing', async () => {
    const refused = await cli('events', 'follow', ...stores());
    expect(refused.code).to.equal(1);
    expect(refused.err).to.include('is not copied yet');
  });

  it('copies the rest, finds no difference, and lets the database follow', async () => {
    await done('events', 'copy', ...stores());
    const compared = JSON.parse(await done('events', 'copy', ...stores(), '--check', '--json'));
    expect(compared).to.deep.include({ same: true, streams: [], order: null });
    const { move, live } = JSON.parse(await done('events', 'follow', ...stores(), '--json'));
    expect(move.before).to.deep.equal(move.after);
    expect(move).to.deep.include({ missing: 0 });
    expect(live).to.include('posts#2');
    // Run again, it changes nothing.
    expect(JSON.parse(await done('events', 'follow', ...stores(), '--json'))).to.deep.include({ move, live });
  });

  it('answers the same about the past, and sends each scheduled post once', async () => {
    env['EVENTSTORE_URL'] = target.connectionString;
    await service.start();
    const [first] = planned as [PostBody];
    expect(withoutPosition(await historyOf(first))).to.deep.equal(withoutPosition(kept.history));
    expect(await asOf(first)).to.deep.equal(kept.asOf);
    for (const platform of trio) expect(await textsOn(platform)).to.deep.equal(['Out before the move']);
    await client.advance(3600);
    const posts = await ending(client, 3);
    expect(posts.map(({ status }) => status)).to.deep.equal(['published', 'published', 'published']);
    const texts = ['First, edited again', 'Out before the move', 'Second after the move'];
    for (const platform of trio) expect(await textsOn(platform)).to.deep.equal(texts);
    expect((await client.post(published.id)).platforms.map(({ retryCount }) => retryCount)).to.deep.equal([0, 0, 0]);
  });

  it('is part of the audit: what was signed before and after the move is verified by the same key', async () => {
    const verified = JSON.parse(await done('audit', 'verify', '--json'));
    expect(verified).to.deep.include({ genuine: true, moves: 1 });
    await done('audit', 'export', 'everything', '--out', at('after.ndjson'));
    const key = ['--public-key', at('key.pem')];
    await done('audit', 'verify', at('before.ndjson'), ...key);
    const after = await done('audit', 'verify', at('after.ndjson'), ...key, '--against', at('kept.json'));
    expect(after).to.match(/The log of \d+ events moved to another event store at .*, without a change\./);
    const lines = (name: string) =>
      readFileSync(at(name), 'utf8')
        .split('\n')
        .filter((line) => /^\{"chain"/.test(line));
    const first = lines('before.ndjson');
    expect(lines('after.ndjson').slice(0, first.length)).to.deep.equal(first);
  });
});
