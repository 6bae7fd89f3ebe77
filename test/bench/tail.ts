import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startNodeChild } from '@social-publishing/child-process';
import { idFrom } from '../../commands/kernel/deterministic-ids.ts';
import { catalogue } from '../../domain/events.ts';
import { PostScheduled } from '../../domain/posts/post-events.ts';
import { EventStoreDb } from '../../infra/stores/eventstoredb/store.ts';
import { until } from '../support/until.ts';
import { load } from './many-workspaces.ts';

const events = Number(process.env['BENCH_EVENTS'] ?? 20_000);
const listeners = Number(process.env['BENCH_LISTENERS'] ?? 200);
/** Of the listeners, those that open the connection and take nothing. */
const stuck = Math.ceil(listeners / 20);

const here = (file: string): string => path.join(import.meta.dirname, file);
const workspaceId = idFrom(0, 'workspace/tail');

const meta = {
  workspaceId,
  mode: 'test',
  actor: { kind: 'system', id: 'bench' },
  $correlationId: 'bench',
  $causationId: 'bench',
  occurredAt: '2026-01-01T00:00:00.000Z',
} as const;

type Round = Readonly<{ perSecond: number; heardPerSecond: number; peakMiB: number; startMiB: number }>;

/** Many live listeners on one tail while events are appended as fast as the log takes them, some of them taking nothing. */
export default async function run(): Promise<void> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'bench-tail-'));
  const node = await startNodeChild<{ ready: true; port: number }>({
    name: 'event store',
    script: here('../../infra/products/event-store-node/cli/main.ts'),
    args: ['start', '--port', '0', '--dir', path.join(dir, 'log'), '--insecure'],
  });
  const url = `esdb://127.0.0.1:${node.ready.port}?tls=false`;
  const store = new EventStoreDb(url, catalogue);
  let appended = 0;

  const round = async (quick: number, stopped: number): Promise<Round> => {
    let [rss, peak, heard] = [0, 0, 0];
    const server = await startNodeChild<{ ready: true; port: number }>({
      name: 'server',
      script: here('tail-server.ts'),
      args: [url, workspaceId],
      onLine: (line) => {
        rss = Number(/"rss":(\d+)/.exec(line)?.[1] ?? rss);
        peak = Math.max(peak, rss);
      },
    });
    const ears = await startNodeChild<{ ready: true }>({
      name: 'listeners',
      script: here('tail-listeners.ts'),
      args: [String(server.ready.port), String(quick), String(stopped)],
      onLine: (line) => (heard = Number(/"heard":(\d+)/.exec(line)?.[1] ?? heard)),
    });
    try {
      await until('its memory is known', () => rss > 0);
      const startMiB = rss / 2 ** 20;
      peak = rss;
      const began = performance.now();
      const { total } = await load(events, 32, async () => {
        const index = appended++;
        await store.append(`post-${idFrom(index, `tail/${index}`)}`, 'none', [
          { ...PostScheduled({ scheduledFor: '2027-01-01T00:00:00.000Z' }), id: randomUUID(), meta },
        ]);
      });
      await until('everybody has heard everything', () => heard === events * quick, 300_000);
      const seconds = (performance.now() - began) / 1000;
      return {
        perSecond: Math.round((events / total) * 1000),
        heardPerSecond: Math.round((events * quick) / seconds),
        startMiB: Math.round(startMiB),
        peakMiB: Math.round(peak / 2 ** 20),
      };
    } finally {
      await ears.stop();
      await server.stop();
    }
  };

  try {
    const one = await round(1, 0);
    const many = await round(listeners - stuck, stuck);
    console.table({ '1 listener': one, [`${listeners} listeners`]: many });
    const figures = { events, listeners, stuck, one, many };
    const ratios = {
      append: Number((many.perSecond / one.perSecond).toFixed(3)),
      memory: Number((many.peakMiB / one.peakMiB).toFixed(2)),
    };
    console.log(JSON.stringify({ bench: 'tail', ratios, figures }));
  } finally {
    await store.close();
    await node.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}
