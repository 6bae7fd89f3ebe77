import { allMigrations } from '../../infra/composition/all-migrations.ts';
import { spawn } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { launched } from '@social-publishing/child-process';
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet';
import { beginTree } from '../../infra/log/audit/log-tree.ts';
import { publicKeysFrom } from '../../infra/log/audit/signature-check.ts';
import { listKeys } from '../../infra/log/audit/signing-key.ts';
import { treeSubscriber } from '../../infra/log/audit/tree-subscriber.ts';
import { verifyFile } from '../../infra/log/audit/verify-file.ts';
import type { EventLog } from '../../domain/kernel/event-store.ts';
import type { Database } from '../../infra/stores/postgres/database.ts';
import { migrate } from '../../infra/stores/postgres/migrations.ts';
import { backOff, isTransient } from '../../infra/stores/postgres/retry-policy.ts';
import { beforeFirstEvent, createCheckpoints } from '../../projections/kernel/checkpoint.ts';
import { SubscriptionRunner } from '../../projections/kernel/subscription-runner.ts';
import { perPost } from './post-history.ts';
import { flatnessOf, watchResident, type Flatness } from './resident-memory.ts';
import { fillWithPosts, openOwnStores } from './whole-log.ts';

const events = Math.ceil(Number(process.env['BENCH_EVENTS'] ?? 1_000_000) / perPost) * perPost;

const growWholeTree = async (log: EventLog, database: Database): Promise<number> => {
  const [db, done, began] = [database.kysely, new AbortController(), performance.now()];
  await beginTree('bench', db);
  await createCheckpoints([treeSubscriber.name], beforeFirstEvent, db);
  const head = await log.head();
  const fail = (_: string, error: unknown): never => {
    throw error;
  };
  const moved = async ({ commit }: { commit: bigint }): Promise<void> => {
    if (head && commit >= head.commit) done.abort();
  };
  const report = { joined: () => {}, retrying: () => {}, parked: fail, moved };
  await new SubscriptionRunner({ log, db, subscribers: [treeSubscriber], isTransient, backOff, report }).run(
    done.signal,
  );
  return (events / (performance.now() - began)) * 1000;
};

type Way = Readonly<{ script: string; args: readonly string[]; file: string; count(file: string): Promise<number> }>;

const lines = async (file: string): Promise<number> => {
  let found = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>)
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) found++;
  return found;
};

const rows = async (file: string): Promise<number> =>
  Number((await parquetMetadataAsync(await asyncBufferFromFile(file))).num_rows);

type Exported = Readonly<{ seconds: number; memory: Flatness }>;

/**
 * Runs the command as an operator does. The measurement runs from the first reported batch to the
 * exit.
 */
const runExport = ({ script, args, file }: Way, env: NodeJS.ProcessEnv): Promise<Exported> =>
  new Promise((resolve, reject) => {
    const command = path.join(import.meta.dirname, '../../infra/cli', script);
    const all = [...launched(command), 'export', ...args, '--out', file];
    const child = spawn(process.execPath, all, { env: { PATH: process.env['PATH'], ...env } });
    let [said, began] = ['', 0];
    let watching: ReturnType<typeof watchResident> | undefined;
    child.stdout.resume();
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (watching || !/^\d+ %/m.test(text)) return;
      began = performance.now();
      watching = watchResident(child.pid ?? 0);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      const samples = watching?.stop() ?? [];
      if (code !== 0) return reject(new Error(said));
      resolve({ seconds: (performance.now() - began) / 1000, memory: flatnessOf(samples) });
    });
  });

/**
 * How fast the whole log is exported as a bundle, as lines of JSON and as Parquet, and how much memory that takes: the most resident in the last quarter of an
 * export against the first (`ratios`, `memory` is the worst of them).
 */
export default async function run(): Promise<void> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'bench-export-'));
  const stores = await openOwnStores();
  const { store, database } = stores;
  const stored: EventLog = {
    head: () => store.head(),
    follow: (from, options) => store.follow(from, { ...options, as: 'stored' }),
  };
  try {
    await migrate(database.kysely, allMigrations);
    await fillWithPosts(stores, events);
    const treePerSecond = await growWholeTree(stored, database);
    const env = { DATA_DIR: dir, DATABASE_URL: stores.databaseUrl, EVENTSTORE_URL: stores.eventStoreUrl };
    const verified = async (file: string): Promise<number> => {
      // Made by the first export.
      const keys = (await listKeys(database.kysely)).flatMap(({ publicKey }) => publicKeysFrom(publicKey));
      return (await verifyFile(file, { keys })).events;
    };
    const ways: Readonly<Record<string, Way>> = {
      bundle: { script: 'audit.ts', args: ['everything'], file: path.join(dir, 'bundle'), count: verified },
      ndjson: { script: 'events.ts', args: ['--format', 'ndjson'], file: path.join(dir, 'ndjson'), count: lines },
      parquet: { script: 'events.ts', args: ['--format', 'parquet'], file: path.join(dir, 'parquet'), count: rows },
    };
    const table: Record<string, object> = {};
    const figures: Record<string, unknown> = { events, treePerSecond: Math.round(treePerSecond) };
    const ratios: Record<string, number> = {};
    for (const [name, way] of Object.entries(ways)) {
      const { seconds, memory } = await runExport(way, env);
      if ((await way.count(way.file)) !== events) throw new Error(`${name}: not all events were exported`);
      const [perSecond, bytes] = [Math.round(events / seconds), statSync(way.file).size];
      figures[name] = { bytes, perSecond, peakMiBOfQuarters: memory.quarters };
      ratios[name] = memory.ratio;
      const [first, second, third, last] = memory.quarters;
      table[name] = { 'events/s': perSecond, 'MiB, 1st quarter': first, '2nd': second, '3rd': third, '4th': last };
      rmSync(way.file);
    }
    ratios['memory'] = Math.max(...Object.values(ratios));
    console.table(table);
    console.log(JSON.stringify({ bench: 'export', ratios, figures }));
  } finally {
    await stores.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}
