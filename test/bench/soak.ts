import { setTimeout as pause } from 'node:timers/promises';
import { ServiceProcess } from '../support/service-process.ts';
import { manyWorkspaces, percentile } from './many-workspaces.ts';
import { memoryOf } from './memory.ts';
import { patiently } from './patiently.ts';
import { mixedLoad, platforms } from './soak/mixed-load.ts';
import { openPostgres } from './statements.ts';
import { medianOf } from './figures.ts';

const minutes = Number(process.env['BENCH_MINUTES'] ?? 3);
/** Workspaces that exist. The load comes from a hundred of them, which have an account. */
const workspaces = Number(process.env['BENCH_WORKSPACES'] ?? 1_000);
const perSecond = Number(process.env['BENCH_RATE'] ?? 10);
const sampleMs = 1_000;

/** The samples around a share of the time: a tenth of all. */
const around = (samples: readonly number[], share: number): readonly number[] => {
  const width = Math.max(1, Math.floor(samples.length / 10));
  const first = Math.min(samples.length - width, Math.max(0, Math.floor(samples.length * share - width / 2)));
  return samples.slice(first, first + width);
};

/** The event loop's delay of the service since it was asked last, in milliseconds: the 99th percentile. */
const loopDelayMs = async (origin: string): Promise<number> => {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const seconds = /^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1];
  if (seconds === undefined) throw new Error('the service tells no delay of its event loop');
  return Number(seconds) * 1_000;
};

/** Mixed load for a while: whether memory grows, how late the event loop is, and what the stores keep of an act. */
export default async function run(): Promise<void> {
  const service = await ServiceProcess.start();
  try {
    const origin = service.demo.connection.baseUrl.replace('/v1', '');
    const clients = await manyWorkspaces(service.demo, Math.min(100, workspaces), platforms);
    for (let made = clients.length; made < workspaces; made++)
      await patiently(service.demo, 201, 'POST', '/sandbox/workspaces', { connectAll: false });
    const memory = new Map<string, number[]>();
    const delays: number[] = [];
    const stopping = new AbortController();
    await loopDelayMs(origin);
    const watching = (async () => {
      while (!stopping.signal.aborted) {
        await pause(sampleMs);
        for (const [part, mebibytes] of memoryOf(service)) memory.set(part, [...(memory.get(part) ?? []), mebibytes]);
        delays.push(await loopDelayMs(origin));
      }
    })();
    const acts = await mixedLoad(clients, { perSecond, milliseconds: minutes * 60_000 }).finally(() => {
      stopping.abort();
      return watching;
    });
    const postgres = await openPostgres(service);
    const { rows } = await postgres.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
    await postgres.end();

    const parts = [...memory].map(([part, samples]) => {
      const [middle, end] = [medianOf(around(samples, 0.5)), medianOf(around(samples, 1))];
      return { part, middle: Math.round(middle), end: Math.round(end), ratio: Number((end / middle).toFixed(3)) };
    });
    const sorted = delays.toSorted((one, other) => one - other);
    const loop = { medianP99: Math.round(percentile(sorted, 0.5)), worstP99: Math.round(sorted.at(-1) ?? 0) };
    console.table(Object.fromEntries(parts.map(({ part, ...figures }) => [`MiB: ${part}`, figures])));
    console.table({ 'delay of the event loop, ms': loop });
    console.log(
      JSON.stringify({
        bench: 'soak',
        ratios: Object.fromEntries(parts.map(({ part, ratio }) => [`memory at the end: ${part}`, ratio])),
        measures: { loopP99Ms: loop.medianP99 },
        figures: { minutes, workspaces, acts, databaseMiB: Math.round(Number(rows[0]?.bytes ?? 0) / 1_048_576), loop },
      }),
    );
  } finally {
    await service.dispose();
  }
}
