import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { catalogue } from '../../domain/events.ts';
import { beginTree } from '../../infra/audit/log-tree.ts';
import { publicKeysFrom } from '../../infra/audit/signature-check.ts';
import { listKeys } from '../../infra/audit/signing-key.ts';
import { treeSubscriber } from '../../infra/audit/tree-subscriber.ts';
import { verifyFile } from '../../infra/audit/verify-file.ts';
import { startNodeChild } from '../../infra/embedded/node-child.ts';
import { startPostgres } from '../../infra/embedded/postgres/postgres.ts';
import { EventStoreDb } from '../../infra/eventstoredb/store.ts';
import { openDatabase, type Database } from '../../infra/postgres/database.ts';
import { migrate } from '../../infra/postgres/migrations.ts';
import { backOff, isTransient } from '../../infra/postgres/scan-options.ts';
import { beginning, createCheckpoints } from '../../projections/kernel/checkpoint.ts';
import { LogScan } from '../../projections/kernel/log-scan.ts';
import { load } from './many-workspaces.ts';
import { perPost, postHistory } from './post-history.ts';

const events = Math.ceil(Number(process.env['BENCH_EVENTS'] ?? 1_000_000) / perPost) * perPost;

const growWholeTree = async (log: EventStoreDb, database: Database): Promise<number> => {
  const [db, done, began] = [database.kysely, new AbortController(), performance.now()];
  await beginTree('bench', db);
  await createCheckpoints([treeSubscriber.name], beginning, db);
  const head = await log.head();
  const fail = (_: string, error: unknown): never => {
    throw error;
  };
  const moved = async ({ commit }: { commit: bigint }): Promise<void> => {
    if (head && commit >= head.commit) done.abort();
  };
  const report = { joined: () => {}, retrying: () => {}, parked: fail, moved };
  await new LogScan({ log, db, subscribers: [treeSubscriber], isTransient, backOff, report }).run(done.signal);
  return (events / (performance.now() - began)) * 1000;
};

/** The most memory a process ever had to itself, in MiB; 0 once it is gone. */
const peakOf = (pid: number): number => {
  try {
    return Math.round(Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
};

type Exported = Readonly<{ seconds: number; at10Percent: number; at100Percent: number }>;

/** Runs the command as an operator does. Its progress says when a tenth is done, and when all is. */
const runExport = (file: string, env: NodeJS.ProcessEnv): Promise<Exported> =>
  new Promise((resolve, reject) => {
    const script = path.join(import.meta.dirname, '../../infra/cli/audit.ts');
    const args = ['--import', 'tsx', script, 'export', 'everything', '--out', file];
    const child = spawn(process.execPath, args, { env: { PATH: process.env['PATH'], ...env } });
    let [said, began, ended] = ['', 0, 0];
    const peaks = { at10Percent: 0, at100Percent: 0 };
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const peak = peakOf(child.pid ?? 0);
      began ||= performance.now();
      if (peaks.at10Percent === 0 && /^[1-9]\d* %/m.test(text)) peaks.at10Percent = peak;
      if (/^100 %/m.test(text)) [peaks.at100Percent, ended] = [peak, performance.now()];
    });
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve({ seconds: (ended - began) / 1000, ...peaks }) : reject(new Error(said)),
    );
  });

/** How fast the whole log is exported, and how much memory that takes after a tenth of it and at its end. */
export default async function run(): Promise<void> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'bench-export-'));
  const postgres = await startPostgres({ dir: path.join(dir, 'postgres') });
  const node = await startNodeChild<{ ready: true; port: number }>({
    name: 'event store',
    script: path.join(import.meta.dirname, '../../infra/embedded/event-store/cli/main.ts'),
    args: ['start', '--port', '0', '--dir', path.join(dir, 'log'), '--insecure'],
  });
  const url = `esdb://127.0.0.1:${node.ready.port}?tls=false`;
  const [store, stored] = [new EventStoreDb(url, catalogue), new EventStoreDb(url, catalogue, { asStored: true })];
  const database = openDatabase({ url: postgres.url, applicationName: 'bench' });
  try {
    await migrate(database.kysely);
    await load(events / perPost, 32, async (index) => {
      const { stream, all } = postHistory(index);
      await store.append(stream, 'none', all);
    });
    const treePerSecond = await growWholeTree(stored, database);
    const file = path.join(dir, 'bundle.ndjson');
    const env = { DATA_DIR: dir, DATABASE_URL: postgres.url, EVENTSTORE_URL: url };
    const { seconds, at10Percent, at100Percent } = await runExport(file, env);
    const keys = (await listKeys(database.kysely)).flatMap(({ publicKey }) => publicKeysFrom(publicKey));
    const verified = await verifyFile(file, { keys });
    if (verified.events !== events) throw new Error('not all events were exported');
    const figures = {
      events,
      bytes: statSync(file).size,
      // From the first batch to the last; starting the command is not part of it.
      exportedPerSecond: Math.round(events / seconds),
      treePerSecond: Math.round(treePerSecond),
      peakMiB: { at10Percent, at100Percent },
    };
    console.table({ MiB: { 'at 10 %': at10Percent, 'at 100 %': at100Percent } });
    const ratios = { memory: Number((at10Percent / at100Percent).toFixed(3)) };
    console.log(JSON.stringify({ bench: 'export', ratios, figures }));
  } finally {
    await Promise.all([store.close(), stored.close()]);
    await database.close();
    await node.stop();
    await postgres.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}
