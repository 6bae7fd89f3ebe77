import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runtime } from '@social-publishing/event-store-node/program';
import { startNodeChild } from '@social-publishing/child-process';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { catalogue } from '../../domain/events.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { FollowOptions } from '../../domain/kernel/event-store.ts';
import { EventStoreDb, type Breadth } from '../../infra/stores/eventstoredb/store.ts';
import { load } from './many-workspaces.ts';
import { perPost, postHistory } from './post-history.ts';
import { cpuByPart, cpuSince } from './processor-time.ts';

/** How many events of another application lie between the events of the service. */
const foreign = Number(process.env['BENCH_EVENTS'] ?? 1_000_000);
const ours = Math.ceil(Math.min(foreign, 100_000) / perPost) * perPost;
const together = 500;

const script = path.join(import.meta.dirname, '../../infra/products/event-store-node/cli/main.ts');

/** What another application stores: about as large as the events of the service. */
const others = (stream: number) =>
  Array.from({ length: together }, (_, n) =>
    jsonEvent({ type: 'OrderPlaced', data: { stream, n, note: 'x'.repeat(400) }, metadata: { by: 'shop' } }),
  );

type Measured = Readonly<{ url: string; stop(): Promise<void> }>;

/** The event store that EVENTSTORE_URL names, which has to be empty, or an embedded node. */
const openStore = async (): Promise<Measured> => {
  const given = process.env['EVENTSTORE_URL'];
  if (given !== undefined) return { url: given, stop: () => Promise.resolve() };
  const dir = mkdtempSync(path.join(os.tmpdir(), 'bench-shared-'));
  const node = await startNodeChild<{ ready: true; port: number }>({
    name: 'event store',
    script,
    nodeFlags: runtime.nodeFlags,
    env: { ...process.env, ...runtime.environment },
    args: ['start', '--port', '0', '--dir', dir, '--insecure'],
  });
  const stop = async (): Promise<void> => {
    await node.stop();
    rmSync(dir, { recursive: true, force: true });
  };
  return { url: `esdb://127.0.0.1:${node.ready.port}?tls=false`, stop };
};

/**
 * What passing the events of other applications costs a reader of the log, beside reading as many
 * of ours: for the readers of our categories, and for the audit tree, which looks at all events.
 */
export default async function run(): Promise<void> {
  const { url, stop } = await openStore();
  const store = new EventStoreDb(url, catalogue);
  const client = EventStoreDBClient.connectionString(url);
  try {
    await load(ours / perPost, 64, async (index) => {
      const { stream, all } = postHistory(index);
      await store.append(stream, 'none', all);
    });
    const middle = await store.head();
    await load(foreign / together, 16, async (index) => {
      await client.appendToStream(`order-${index}`, others(index));
    });
    const end = await store.head();
    if (!middle || !end) throw new Error('the log is empty');

    /** Reads a stretch of the log; answers what an event of it cost. */
    const read = async (
      from: Position | 'start',
      to: Position,
      count: number,
      form: Breadth & { as: 'stored' | 'lifted' },
    ) => {
      const stop = new AbortController();
      const options: FollowOptions = { signal: stop.signal, maxBatch: 3_000, fillWithinMs: 100 };
      const [began, before] = [performance.now(), cpuByPart()];
      let events = 0;
      for await (const batch of store.follow(from, { ...options, ...form })) {
        events += batch.events.length;
        if (batch.to.commit >= to.commit) break;
      }
      stop.abort();
      const seconds = (performance.now() - began) / 1000;
      return { events, perSecond: Math.round(count / seconds), microseconds: cpuSince(before, count) };
    };
    const figures: Record<string, { perSecond: number; microseconds: Record<string, number> }> = {};
    const ratios: Record<string, number> = {};
    for (const as of ['lifted', 'stored'] as const) {
      const own = await read('start', middle, ours, { as });
      const passed = await read(middle, end, foreign, { as });
      if (own.events !== ours || passed.events > 0) throw new Error('other events were read than those of the service');
      const reader = as === 'lifted' ? 'of our categories' : 'for the audit tree';
      figures[`ours, ${reader}`] = { perSecond: own.perSecond, microseconds: own.microseconds };
      figures[`foreign, ${reader}`] = { perSecond: passed.perSecond, microseconds: passed.microseconds };
      ratios[as] = Number((own.perSecond / passed.perSecond).toFixed(3));
    }
    console.table(Object.fromEntries(Object.entries(figures).map(([name, { perSecond }]) => [name, { perSecond }])));
    console.log(JSON.stringify({ bench: 'shared-cluster', foreign, ours, ratios, figures }));
  } finally {
    await store.close();
    await client.dispose();
    await stop();
  }
}
