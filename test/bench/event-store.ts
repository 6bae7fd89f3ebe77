import {
  appendRate,
  compare,
  compareReads,
  kibibyteEvent,
  median,
  rounded,
  startTarget,
  type SyncRates,
  syncRates,
} from './event-store-load.ts';
import { measureGrowth } from './event-store-growth.ts';

/** How many events the log grows to. */
const large = Number(process.env['EVENT_STORE_BENCH_EVENTS'] ?? 5_000_000);
/** Over how many of them the filter is measured. */
const searched = 1_000_000;
const readSize = 40_000;

/** The embedded event store against its own ceiling, and against its disk where that is lower. */
const measureCeiling = async () => {
  const [durable, ceiling] = [await startTarget('durable'), await startTarget('null')];
  const idleMemory = durable.node.memory();
  const appendC64 = await compare(durable, ceiling, (target) => appendRate(target, 64));
  // Measured in the same rounds: what a disk gives changes with what else it is asked for.
  const syncs: (SyncRates & { ofDisk: number })[] = [];
  const appendC1 = await compare(durable, ceiling, async (target) => {
    if (target === ceiling) return appendRate(target, 1);
    const disk = await syncRates();
    const rate = await appendRate(target, 1);
    syncs.push({ ...disk, ofDisk: rate / disk.journal });
    return rate;
  });
  for (const target of [durable, ceiling]) {
    for (let at = 0; at < readSize; at += 500) {
      await target.client.appendToStream('read', Array.from({ length: 500 }, kibibyteEvent));
    }
  }
  const readStream = await compareReads(durable, ceiling, readSize, ({ client }) => client.readStream('read'));
  const readAll = await compareReads(durable, ceiling, readSize, ({ client }) =>
    client.readAll({ maxCount: readSize }),
  );
  const peakMemory = durable.node.peakMemory();
  await ceiling.stop();
  await durable.stop();
  const disk = {
    appended: median(syncs.map(({ appended }) => appended)),
    journal: median(syncs.map(({ journal }) => journal)),
    ratio: median(syncs.map(({ ofDisk }) => ofDisk)),
  };
  return { appendC64, appendC1, disk, readStream, readAll, idleMemory, peakMemory };
};

/** The embedded event store against its own ceiling, with filters, with growth, and what memory it takes. */
export default async function run(): Promise<void> {
  const began = performance.now();
  const { appendC64, appendC1, disk, readStream, readAll, ...near } = await measureCeiling();
  const { append, read, filter, fillSeconds, ...far } = await measureGrowth(large, searched);
  const seconds = (performance.now() - began) / 1000;

  // Half the ceiling is asked for, or what the disk can sync where that is less.
  const appendC1Limit = disk.journal < appendC1.ceiling / 2 ? 'disk' : 'protocol';
  const ratios = rounded({
    appendC64: appendC64.ratio,
    appendC1: appendC1.ratio,
    appendC1OfDisk: disk.ratio,
    readStream: readStream.ratio,
    readAll: readAll.ratio,
    filter: filter.ratio,
    // Times: how much longer the same takes on the large log.
    appendGrowth: append.ratio,
    readGrowth: read.ratio,
  });
  console.table({
    'appends/s, 64 at a time': rounded(appendC64),
    'appends/s, 1 at a time': rounded(appendC1),
    'events/s from a stream': rounded(readStream),
    'events/s from everything': rounded(readAll),
  });
  console.log(
    `One append at a time is limited by the ${appendC1Limit}: the disk takes ${Math.round(disk.journal)} writes of the ` +
      `journal a second (${Math.round(disk.appended)} appended and synced), the protocol ${Math.round(appendC1.ceiling)} ` +
      `appends without a disk; the node stores ${Math.round(appendC1.durable)}.`,
  );
  const figures = rounded({
    syncs: disk.appended,
    journalSyncs: disk.journal,
    events: large,
    appendC64: appendC64.durable,
    appendC64Null: appendC64.ceiling,
    appendC1: appendC1.durable,
    appendC1Null: appendC1.ceiling,
    readStream: readStream.durable,
    readStreamNull: readStream.ceiling,
    readStreamMicros: readStream.durableMicros,
    readStreamNullMicros: readStream.ceilingMicros,
    readAll: readAll.durable,
    readAllNull: readAll.ceiling,
    readAllMicros: readAll.durableMicros,
    readAllNullMicros: readAll.ceilingMicros,
    filteredPerSecond: filter.filtered,
    unfilteredPerSecond: filter.unfiltered,
    appendSmall: append.durable,
    appendLarge: append.ceiling,
    readSmallMs: read.ceiling,
    readLargeMs: read.durable,
    idleMemoryMiB: near.idleMemory,
    idleLargeMemoryMiB: far.idleMemory,
    peakMemoryMiB: Math.max(near.peakMemory, far.peakMemory),
    fillSeconds,
    seconds,
  });
  console.table(figures);
  console.log(JSON.stringify({ bench: 'event-store', ratios, figures, limits: { appendC1: appendC1Limit } }));
}
