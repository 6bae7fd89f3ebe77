import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runtime } from '@social-publishing/event-store-node/program';
import { startNodeChild } from '@social-publishing/child-process';
import { catalogue } from '../../domain/events.ts';
import { compareLogs } from '../../infra/log/move/compare-logs.ts';
import { copyLog } from '../../infra/log/move/copy-log.ts';
import { RawLog } from '../../infra/stores/eventstoredb/raw-log.ts';
import { EventStoreDb } from '../../infra/stores/eventstoredb/store.ts';
import { load } from './many-workspaces.ts';
import { perPost, postHistory } from './post-history.ts';
import { cpuByPart, cpuSince } from './processor-time.ts';

const events = Math.ceil(Number(process.env['BENCH_EVENTS'] ?? 200_000) / perPost) * perPost;

const neighbours = Number(process.env['BENCH_NEIGHBOURS'] ?? 1);

const script = path.join(import.meta.dirname, '../../infra/products/event-store-node/cli/main.ts');

/** An event store node as a process of its own, on a new folder. */
const startNode = (dir: string) =>
  startNodeChild<{ ready: true; port: number }>({
    name: 'event store',
    script,
    nodeFlags: runtime.nodeFlags,
    env: { ...process.env, ...runtime.environment },
    args: ['start', '--port', '0', '--dir', dir, '--insecure'],
  });

/**
 * How fast one event store is copied into another and the two are compared. BENCH_NEIGHBOURS is how
 * many events of a stream lie side by side in the log, which then are one append: 1 is the worst
 * case.
 */
export default async function run(): Promise<void> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'bench-copy-'));
  const [source, target] = [await startNode(path.join(dir, 'from')), await startNode(path.join(dir, 'to'))];
  const urls = [source, target].map(({ ready }) => `esdb://127.0.0.1:${ready.port}?tls=false`);
  const [from = '', to = ''] = urls;
  const store = new EventStoreDb(from, catalogue);
  const logs = { from: new RawLog(from), to: new RawLog(to) };
  try {
    await load(events / perPost, 64, async (index) => {
      const { stream, all } = postHistory(index);
      for (let n = 0; n < perPost; n += neighbours)
        await store.append(stream, n === 0 ? 'none' : n - 1, all.slice(n, n + neighbours));
    });
    const timed = async <T>(work: Promise<T>): Promise<Readonly<{ result: T; perSecond: number }>> => {
      const began = performance.now();
      const result = await work;
      return { result, perSecond: Math.round((events / (performance.now() - began)) * 1000) };
    };
    const before = cpuByPart();
    const copied = await timed(copyLog(logs));
    const microseconds = cpuSince(before, events);
    if (copied.result.events !== events) throw new Error(`${copied.result.events} of ${events} events were copied`);
    const compared = await timed(compareLogs(logs));
    if (compared.result.streams.length > 0 || compared.result.events !== events) throw new Error('the copy differs');
    const peakMiB = Math.round(process.resourceUsage().maxRSS / 1024);
    console.table({ 'events/s': { copied: copied.perSecond, compared: compared.perSecond } });
    const figures = {
      events,
      copiedPerSecond: copied.perSecond,
      comparedPerSecond: compared.perSecond,
      processorMicrosecondsAnEvent: microseconds,
      peakMiB,
    };
    console.log(JSON.stringify({ bench: 'copy', figures }));
  } finally {
    await store.close();
    await logs.from.close();
    await logs.to.close();
    await source.stop();
    await target.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}
