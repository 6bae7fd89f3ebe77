import { until } from '../support/until.ts';
import { ServiceProcess } from '../support/service-process.ts';
import { memoryOf } from './memory.ts';

/** Memory of the whole embedded system, every process it started, without requests. */
export default async function run(): Promise<void> {
  const service = await ServiceProcess.start();
  try {
    const measure = () => memoryOf(service);
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
