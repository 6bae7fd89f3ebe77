import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startNodeChild } from '@social-publishing/child-process';
import { ServiceProcess } from '../support/service-process.ts';
import { cpuByPart, cpuSince, mostPerSecond } from './processor-time.ts';
import { load, manyWorkspaces, percentile } from './many-workspaces.ts';
import { draftSender } from './sent-drafts.ts';

const atOnce = 64;
const rounds = 3;
const requests = Number(process.env['BENCH_REQUESTS'] ?? 2_000);
const warmUp = Math.min(400, requests);

/**
 * POST /v1/posts by 64 clients at once, against express with one insert and the same credentials on the same Postgres, in turns; and
 * whether the first GET after each write sees it.
 */
export default async function run(): Promise<void> {
  const service = await ServiceProcess.start();
  try {
    const clients = await manyWorkspaces(service.demo, Math.min(atOnce, requests), ['TWITTER']);
    const stores = JSON.parse(readFileSync(path.join(service.dataDir, 'stores.json'), 'utf8')) as {
      databaseUrl: string;
    };
    const crud = await startNodeChild<{ ready: true; port: number }>({
      name: 'crud',
      script: path.join(import.meta.dirname, 'crud-server.ts'),
      args: [stores.databaseUrl],
    });
    const send = draftSender(clients);
    const ours = service.demo.connection.baseUrl;
    const theirs = `http://127.0.0.1:${crud.ready.port}`;
    const rates: { ours: number; crud: number; cpuMicroseconds: Readonly<Record<string, number>> }[] = [];
    let [each, eachThere]: [number[], number[]] = [[], []];
    await load(warmUp, atOnce, async (index) => void (await send(ours, index)));
    await load(warmUp, atOnce, async (index) => void (await send(theirs, index)));
    for (let round = 0; round < rounds; round++) {
      const cpuBefore = cpuByPart(service.pid);
      const ownBefore = process.cpuUsage();
      const here = await load(requests, atOnce, async (index) => void (await send(ours, index)));
      const { user, system } = process.cpuUsage(ownBefore);
      const cpuMicroseconds = {
        ...cpuSince(cpuBefore, requests, service.pid),
        'the clients': Math.round((user + system) / requests),
      };
      const there = await load(requests, atOnce, async (index) => void (await send(theirs, index)));
      rates.push({ ours: (requests / here.total) * 1000, crud: (requests / there.total) * 1000, cpuMicroseconds });
      [each, eachThere] = [here.each, there.each];
    }
    let seen = 0;
    const looks = Math.min(300, requests);
    await load(looks, 16, async (index) => {
      const id = await send(ours, index);
      const found = await clients[index % clients.length]?.call('GET', `/posts/${id}`);
      if (found?.status === 200) seen++;
      else if (found?.status !== 404) throw new Error(`GET /posts/${id}: ${found?.status}`);
    });
    await crud.stop();
    const best = rates.sort((a, b) => b.ours / b.crud - a.ours / a.crud)[Math.floor(rounds / 2)] ?? {
      ours: 0,
      crud: 1,
      cpuMicroseconds: {},
    };
    const { cpuMicroseconds } = best;
    const p99Ms = Math.round(percentile(each, 0.99));
    const crudP99Ms = Math.round(percentile(eachThere, 0.99));
    console.table({
      'posts/s': { service: Math.round(best.ours), 'one insert': Math.round(best.crud) },
      'p99 ms': { service: p99Ms, 'one insert': crudP99Ms },
      'seen by the next GET': { service: `${seen} of ${looks}` },
    });
    const ratios = {
      throughput: Number((best.ours / best.crud).toFixed(3)),
      p99: Number((p99Ms / Math.max(1, crudP99Ms)).toFixed(2)),
      readYourWrites: seen / looks,
    };
    // The clients are on the same processors.
    const measures = { mostOnTheseCores: Number((mostPerSecond(cpuMicroseconds) / best.crud).toFixed(3)) };
    const figures = {
      postsPerSecond: Math.round(best.ours),
      crudPerSecond: Math.round(best.crud),
      p99Ms,
      crudP99Ms,
      cpuMicroseconds,
    };
    console.log(JSON.stringify({ bench: 'commands', ratios, measures, figures }));
  } finally {
    await service.dispose();
  }
}
