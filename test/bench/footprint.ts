import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../support/until.ts';
import { ServiceProcess } from '../support/service-process.ts';
import { memoryOf } from './memory.ts';
import { cpuByPart } from './processor-time.ts';

/** How long the service is without requests before it is measured again, at rest. */
const restSeconds = Number(process.env['BENCH_REST_SECONDS'] ?? 60);
const watchedSeconds = 60;

const totalOf = (parts: ReadonlyMap<string, number>): number =>
  [...parts.values()].reduce((sum, each) => sum + each, 0);

/** Memory and processor time of the whole embedded system, every process it started, without requests: after its start, and at rest. */
export default async function run(): Promise<void> {
  const service = await ServiceProcess.start();
  try {
    const measure = () => memoryOf(service);
    let parts = measure();
    let calmSince = performance.now();
    await until(
      'its memory stays within two percent for three seconds',
      () => {
        const now = measure();
        if (Math.abs(totalOf(now) - totalOf(parts)) > totalOf(parts) * 0.02) calmSince = performance.now();
        parts = now;
        return performance.now() - calmSince > 3_000;
      },
      60_000,
    );
    await pause(restSeconds * 1000);
    const usedBefore = cpuByPart(service.pid);
    await pause(watchedSeconds * 1000);
    const used = cpuByPart(service.pid);
    const atRest = measure();
    const percentOf = (part: string): number =>
      ((used.get(part) ?? 0) - (usedBefore.get(part) ?? 0)) / 10_000 / watchedSeconds;
    const rows = [...parts].map(([part, mebibytes]) => [
      part,
      {
        'MiB after the start': Math.round(mebibytes),
        'MiB at rest': Math.round(atRest.get(part) ?? 0),
        'percent of a core at rest': Number(percentOf(part).toFixed(2)),
      },
    ]);
    console.table(Object.fromEntries(rows));
    const idlePercent = Number([...used.keys()].reduce((sum, part) => sum + percentOf(part), 0).toFixed(2));
    const measures = { startedMiB: Math.round(totalOf(parts)), idleMiB: Math.round(totalOf(atRest)), idlePercent };
    console.log(JSON.stringify({ bench: 'footprint', ratios: {}, measures, figures: Object.fromEntries(rows) }));
  } finally {
    await service.dispose();
  }
}
