import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startReceiver } from '../processes/webhooks/receiver.ts';
import { countsOf, eventsInWords } from './path/counts.ts';
import { foldedTime } from './path/folded.ts';
import { inspect, inspectable } from './path/inspected.ts';
import { journeys, type Ground } from './path/journeys.ts';
import { countersSince, kernelCounters } from './path/kernel-counters.ts';
import { newEvents } from './path/new-events.ts';
import { settled } from './path/settled.ts';
import { sourcePlaces } from './path/source-places.ts';
import { cpuByPart, cpuSince } from './processor-time.ts';
import { countedStatements, openPostgres, startCounted, statementsSince } from './statements.ts';

const count = Number(process.env['BENCH_THINGS'] ?? 600);

const rounded = (value: number, digits = 1): number => Number(value.toFixed(digits));

/** One table: what is counted by row, the journeys by column. */
const turned = (
  columns: ReadonlyMap<string, Readonly<Record<string, number>>>,
): Record<string, Record<string, number>> => {
  const table: Record<string, Record<string, number>> = {};
  for (const [thing, figures] of columns)
    for (const [name, figure] of Object.entries(figures)) (table[name] ??= {})[thing] = figure;
  return table;
};

/**
 * What one command, destination, webhook, inbound comment and broadcast message cost: events, calls of the log, statements, rows, wake-ups,
 * bytes, and processor time by part and by stage. Each journey runs twice: counts slow the code down, so time is measured apart.
 */
export default async function run(): Promise<void> {
  const receiver = await startReceiver();
  const folder = mkdtempSync(path.join(tmpdir(), 'path-'));
  const authority = path.join(folder, 'ca.pem');
  writeFileSync(authority, receiver.ca);
  const service = await startCounted({
    ...inspectable,
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: authority,
  });
  try {
    const stores = JSON.parse(readFileSync(path.join(service.dataDir, 'stores.json'), 'utf8')) as {
      eventStoreUrl: string;
    };
    const log = await newEvents(stores.eventStoreUrl);
    const postgres = await openPostgres(service);
    const inspector = await inspect(service);
    const places = sourcePlaces();
    const ground: Ground = { service, receiver };

    const counted = async (thing: string, act: () => Promise<void>) => {
      await log.since();
      const before = await countedStatements(postgres);
      const coverage = await inspector.counted(async () => {
        await act();
        await settled(service);
      });
      const after = await countedStatements(postgres);
      const statements = statementsSince(before.all, after.all, count);
      const events = await log.since();
      console.log(`${thing}: ${eventsInWords(events, count)}`);
      return countsOf({ coverage, places, events, statements, count });
    };

    const timed = async (act: () => Promise<void>) => {
      const counters = kernelCounters(service.pid);
      const used = cpuByPart(service.pid);
      const profile = await inspector.profiled(async () => {
        await act();
        await settled(service);
      });
      const time = foldedTime(profile, places);
      return {
        parts: cpuSince(used, count, service.pid),
        counters: countersSince(counters, count, service.pid),
        time,
      };
    };

    const counts = new Map<string, Record<string, number>>();
    const stages = new Map<string, Record<string, number>>();
    const serviceShares: Record<string, number> = {};
    for (const { thing, prepare } of journeys) {
      // The first time fills caches.
      await (
        await prepare(ground, Math.min(count, 100))
      )();
      const act = await prepare(ground, count);
      await settled(service);
      const figures = await counted(thing, act);
      const actAgain = await prepare(ground, count);
      await settled(service);
      const { parts, counters, time } = await timed(actAgain);
      const kernel = Object.fromEntries(
        [...counters].flatMap(([part, { wakeUps, bytes }]) => [
          [`wake-ups: ${part}`, rounded(wakeUps, 2)],
          [`KB moved: ${part}`, rounded(bytes / 1_000)],
        ]),
      );
      const microseconds = Object.fromEntries(
        Object.entries(parts).map(([part, used]) => [`µs: ${part}`, Math.round(used)]),
      );
      counts.set(thing, { ...figures, ...kernel, ...microseconds });
      const idle = new Set(['(idle)', '(root)']);
      const busy = [...time].filter(([stage]) => !idle.has(stage)).sort(([, one], [, other]) => other - one);
      stages.set(thing, Object.fromEntries(busy.map(([stage, ms]) => [stage, Math.round((ms * 1_000) / count)])));
      const all = Object.values(parts).reduce((sum, used) => sum + used, 0);
      serviceShares[`service share: ${thing}`] = rounded((parts['service'] ?? 0) / all, 3);
    }
    console.table(turned(counts));
    console.log('Microseconds of the service by stage, for one of each:');
    console.table(turned(stages));
    inspector.close();
    await log.close();
    await postgres.end();
    const figures = { counts: Object.fromEntries(counts), stages: Object.fromEntries(stages) };
    console.log(JSON.stringify({ bench: 'path', ratios: serviceShares, figures }));
  } finally {
    await service.dispose();
    await receiver.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
