import { readFileSync } from 'node:fs';
import { until } from '../kernel/until.ts';
import { commandLineOf, descendantsOf, RunningService } from '../service/running-service.ts';

/** Memory a process has of its own, and its share of what it shares: PSS, in MiB. */
const proportional = (pid: number): number => {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
};

const nameOf = (commandLine: string): string => {
  if (commandLine.includes('event-store')) return 'event store';
  if (commandLine.includes('postgres')) return 'Postgres';
  if (commandLine.includes('esbuild')) return 'TypeScript loader';
  return 'service';
};

/** Memory of the whole embedded system, every process it started, while nobody asks for anything. */
export default async function run(): Promise<void> {
  const service = await RunningService.start();
  try {
    const measure = (): Map<string, number> => {
      const parts = new Map<string, number>();
      for (const pid of [service.pid, ...descendantsOf(service.pid)]) {
        const name = nameOf(commandLineOf(pid));
        parts.set(name, (parts.get(name) ?? 0) + proportional(pid));
      }
      return parts;
    };
    const total = (parts: Map<string, number>): number =>
      [...parts.values()].reduce((sum, mebibytes) => sum + mebibytes, 0);
    let parts = measure();
    let calmSince = performance.now();
    await until(
      'its memory stays within two percent for three seconds',
      () => {
        const now = measure();
        if (Math.abs(total(now) - total(parts)) > total(parts) * 0.02) calmSince = performance.now();
        parts = now;
        return performance.now() - calmSince > 3_000;
      },
      60_000,
    );
    console.table(Object.fromEntries([...parts].map(([name, mebibytes]) => [name, { MiB: Math.round(mebibytes) }])));
    const figures = { idleMiB: Math.round(total(parts)) };
    console.log(JSON.stringify({ bench: 'footprint', ratios: {}, figures }));
  } finally {
    await service.dispose();
  }
}
