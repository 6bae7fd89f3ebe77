import { ServiceProcess } from '../support/service-process.ts';
import { cpuByPart } from './processor-time.ts';
import { medianOf } from './figures.ts';

const starts = Number(process.env['BENCH_STARTS'] ?? 5);

/** How long `npm start` takes on a data folder that has its stores, and the processor time of all its processes until then. */
export default async function run(): Promise<void> {
  const service = await ServiceProcess.start('npm');
  const [readyMs, processorMs]: [number[], number[]] = [[], []];
  try {
    for (let start = 0; start < starts; start += 1) {
      await service.stop();
      readyMs.push(await service.start());
      processorMs.push([...cpuByPart(service.pid).values()].reduce((sum, used) => sum + used, 0) / 1000);
    }
  } finally {
    await service.dispose();
  }
  const figures = { readyMs: Math.round(medianOf(readyMs)), processorMs: Math.round(medianOf(processorMs)), starts };
  console.log(
    `ready after ${(figures.readyMs / 1000).toFixed(1)} s, ${(figures.processorMs / 1000).toFixed(1)} s of processor time`,
  );
  const measures = { readySeconds: figures.readyMs / 1000, processorSeconds: figures.processorMs / 1000 };
  console.log(JSON.stringify({ bench: 'start', ratios: {}, measures, figures }));
}
