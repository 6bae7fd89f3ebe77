import { eventTypeFilter, jsonEvent } from '@eventstore/db-client';
import {
  appendRate,
  compare,
  kibibyteEvent,
  median,
  readRate,
  rounded,
  startTarget,
  syncRate,
  type Target,
} from './event-store-load.ts';

/** Events for the filter and the growth; the full measurement takes 5000000 and the patience for it. */
const large = Number(process.env['EVENT_STORE_BENCH_EVENTS'] ?? 1_000_000);
const small = 50_000;
const readSize = 40_000;
const batch = 1_000;
const rareEvery = 100;

const fill = async ({ client }: Target, from: number, to: number): Promise<void> => {
  for (let at = from; at < to; at += batch * 4) {
    await Promise.all(
      Array.from({ length: 4 }, (_, part) =>
        client.appendToStream(
          `fill-${Math.floor(at / 20_000)}-${part}`,
          Array.from({ length: batch }, (_, n) =>
            jsonEvent({ type: n % rareEvery === 0 ? 'Rare' : 'Common', data: { n: at + part * batch + n } }),
          ),
        ),
      ),
    );
  }
};

/** Milliseconds to read a stream of 1000 events. */
const streamTime = async (target: Target, stream: string): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    const began = performance.now();
    for await (const _ of target.client.readStream(stream)) continue;
    times.push(performance.now() - began);
  }
  return median(times);
};

const subscribed = async (target: Target, count: number, filtered: boolean): Promise<number> => {
  const filter = eventTypeFilter({ prefixes: ['Rare'], maxSearchWindow: 10_000 });
  const subscription = target.client.subscribeToAll(filtered ? { filter } : {});
  const began = performance.now();
  let seen = 0;
  for await (const _ of subscription) if ((seen += 1) >= count) break;
  const seconds = (performance.now() - began) / 1000;
  await subscription.unsubscribe();
  return seconds;
};

/** The embedded event store against its own ceiling, with filters, with growth, and what memory it takes. */
export default async function run(): Promise<void> {
  const [durable, ceiling] = [await startTarget('durable'), await startTarget('null')];
  const idleMemory = durable.node.memory();
  const appendC64 = await compare(durable, ceiling, (target) => appendRate(target, 64));
  // Measured in the same rounds: what a disk gives changes with what else it is asked for.
  const syncRates: number[] = [];
  const appendC1 = await compare(durable, ceiling, async (target) => {
    if (target === durable) syncRates.push(await syncRate());
    return appendRate(target, 1);
  });
  const syncs = median(syncRates);
  for (const target of [durable, ceiling]) {
    for (let at = 0; at < readSize; at += 500) {
      await target.client.appendToStream('read', Array.from({ length: 500 }, kibibyteEvent));
    }
  }
  const readStream = await compare(durable, ceiling, ({ client }) => readRate(client.readStream('read')));
  const readAll = await compare(durable, ceiling, ({ client }) => readRate(client.readAll({ maxCount: readSize })));
  const appendPeakMemory = durable.node.peakMemory();
  await ceiling.stop();
  await durable.stop();

  // A small log beside the large one: the two are compared at the same time, not before and after the filling.
  const [fresh, grown] = [await startTarget('durable'), await startTarget('durable')];
  const thousand = (target: Target, stream: string) =>
    target.client.appendToStream(stream, Array.from({ length: 900 }, kibibyteEvent));
  for (const target of [fresh, grown]) {
    await fill(target, 0, small);
    await thousand(target, 'thousand-early');
  }
  await fill(grown, small, large);
  for (const target of [fresh, grown]) await thousand(target, 'thousand-late');
  const appendGrowth = await compare(fresh, grown, (target) => appendRate(target, 64));
  const readGrowth = await compare(
    grown,
    fresh,
    async (target) => (await streamTime(target, 'thousand-early')) + (await streamTime(target, 'thousand-late')),
  );
  await fresh.stop();
  const fillPeakMemory = grown.node.peakMemory();
  const rare = await subscribed(grown, large / rareEvery, true);
  const everything = await subscribed(grown, large, false);
  const peakMemory = grown.node.peakMemory();
  await grown.stop();

  const ratios = rounded({
    appendC64: appendC64.ratio,
    appendC1: appendC1.ratio,
    // Where the disk is slower than the protocol, one append at a time can be no faster than the disk.
    appendC1OfDisk: appendC1.durable / Math.min(syncs, appendC1.ceiling),
    readStream: readStream.ratio,
    readAll: readAll.ratio,
    filter: everything / rare,
    // Times: how much longer the same takes on the large log.
    appendGrowth: appendGrowth.ratio,
    readGrowth: readGrowth.ratio,
  });
  console.table({
    'appends/s, 64 at a time': rounded(appendC64),
    'appends/s, 1 at a time': rounded(appendC1),
    'events/s from a stream': rounded(readStream),
    'events/s from everything': rounded(readAll),
  });
  const figures = rounded({
    syncs,
    events: large,
    appendC64: appendC64.durable,
    appendC64Null: appendC64.ceiling,
    appendC1: appendC1.durable,
    appendC1Null: appendC1.ceiling,
    readStream: readStream.durable,
    readStreamNull: readStream.ceiling,
    readAll: readAll.durable,
    readAllNull: readAll.ceiling,
    filteredSeconds: rare,
    unfilteredSeconds: everything,
    appendSmall: appendGrowth.durable,
    appendLarge: appendGrowth.ceiling,
    readSmallMs: readGrowth.ceiling,
    readLargeMs: readGrowth.durable,
    idleMemoryMiB: idleMemory,
    appendPeakMemoryMiB: appendPeakMemory,
    fillPeakMemoryMiB: fillPeakMemory,
    peakMemoryMiB: Math.max(appendPeakMemory, peakMemory),
  });
  console.table(figures);
  console.log(JSON.stringify({ bench: 'event-store', ratios, figures }));
}
