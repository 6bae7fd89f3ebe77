import { EventStoreDBClient, eventTypeFilter, jsonEvent, type Position } from '@eventstore/db-client';
import {
  appendRate,
  appendTimes,
  compare,
  compareReads,
  kibibyteEvent,
  median,
  rounded,
  type Served,
  session,
  startTarget,
} from './event-store-load.ts';
import { load, percentile } from './many-workspaces.ts';

const batch = 500;
const streamLength = 10_000;
/** How many events of 1 KiB both hold before they are measured. */
const filled = 100_000;
/** How many events are read from everything. */
const readSize = 50_000;
const shortStreams = 1_000;
const shortLength = 10;
const shortReads = 3_000;
/** The filter is after one event of so many. */
const soughtEvery = 10;
const soughtType = `Sought-${session}`;

type Filled = Served & Readonly<{ before: Position }>;

const longStream = (index: number): string => `long-${session}-${index}`;
const shortStream = (index: number): string => `short-${session}-${index % shortStreams}`;

const mixedEvent = (n: number) => {
  const event = kibibyteEvent();
  return n % soughtEvery === 0 ? jsonEvent({ type: soughtType, data: event.data }) : event;
};

/** Writes what is read later, which also warms the server up. The position is of the event before all of it. */
const fill = async (served: Served): Promise<Filled> => {
  const { client } = served;
  const { position: before } = await client.appendToStream(`begin-${session}`, kibibyteEvent());
  if (before === undefined) throw new Error('the server gave no position for an append');
  for (let at = 0; at < filled; at += batch) {
    const events = Array.from({ length: batch }, (_, n) => mixedEvent(at + n));
    await client.appendToStream(longStream(Math.floor(at / streamLength)), events);
  }
  await load(shortStreams, 64, async (index) => {
    await client.appendToStream(shortStream(index), Array.from({ length: shortLength }, kibibyteEvent));
  });
  return { ...served, before };
};

/** Appends by 64 at a time: events a second, and of the same rounds the milliseconds that 99 of 100 take at most. */
const compareAppends = async (embedded: Filled, server: Filled) => {
  const slowest = new Map<Filled, number[]>([embedded, server].map((target) => [target, []]));
  const rates = await compare(embedded, server, async (target) => {
    const { rate, times } = await appendTimes(target, 64);
    slowest.get(target)?.push(
      percentile(
        times.toSorted((one, other) => one - other),
        0.99,
      ),
    );
    return rate;
  });
  // The first round of each warms up, and `compare` drops it as well.
  const [own = [], others = []] = [...slowest.values()].map((each) => each.slice(1));
  const p99 = {
    durable: median(own),
    ceiling: median(others),
    ratio: median(own.map((value, round) => value / (others[round] ?? NaN))),
  };
  return { rates, p99 };
};

let batched = 0;

/** Appends of many events at once, one after the other; events a second. */
const batchRate = async ({ client }: Served, milliseconds = 1_500): Promise<number> => {
  batched += 1;
  let written = 0;
  const began = performance.now();
  while (performance.now() - began < milliseconds) {
    await client.appendToStream(`batches-${session}-${batched}`, Array.from({ length: batch }, kibibyteEvent));
    written += batch;
  }
  return (written * 1000) / (performance.now() - began);
};

/** A subscription to the type that is sought, until it has passed what `fill` wrote; events a second that are searched. */
const filterRate = async ({ client, before }: Filled): Promise<number> => {
  const filter = eventTypeFilter({ prefixes: [soughtType], maxSearchWindow: 10_000 });
  const began = performance.now();
  const subscription = client.subscribeToAll({ fromPosition: before, filter });
  let seen = 0;
  for await (const _ of subscription) if ((seen += 1) >= filled / soughtEvery) break;
  const seconds = (performance.now() - began) / 1000;
  await subscription.unsubscribe();
  return filled / seconds;
};

/** Reads of whole short streams, 64 at a time; streams a second. */
const shortReadRate = async ({ client }: Served): Promise<number> => {
  const { total } = await load(shortReads, 64, async (index) => {
    let events = 0;
    for await (const _ of client.readStream(shortStream(index))) events += 1;
    if (events !== shortLength) throw new Error(`a stream of ${shortLength} events was read as ${events}`);
  });
  return (shortReads * 1000) / total;
};

const measure = async (embedded: Filled, server: Filled) => {
  const { rates: appendC64, p99: appendC64P99 } = await compareAppends(embedded, server);
  const appendC1 = await compare(embedded, server, (target) => appendRate(target, 1));
  const batches = await compare(embedded, server, (target) => batchRate(target));
  const readStream = await compareReads(embedded, server, streamLength, ({ client }) =>
    client.readStream(longStream(0)),
  );
  const readAll = await compareReads(embedded, server, readSize, ({ client }) =>
    client.readAll({ maxCount: readSize }),
  );
  const filter = await compare(embedded, server, filterRate);
  const readShort = await compare(embedded, server, shortReadRate);
  return { appendC64, appendC64P99, appendC1, batches, readStream, readAll, filter, readShort };
};

const titles: Readonly<Record<keyof Awaited<ReturnType<typeof measure>>, string>> = {
  appendC64: 'appends/s, 64 at a time',
  appendC64P99: 'milliseconds of 99 % of these, at most',
  appendC1: 'appends/s, 1 at a time',
  batches: `events/s in batches of ${batch}`,
  readStream: `events/s from a stream of ${streamLength}`,
  readAll: 'events/s from everything',
  filter: `events/s through a filter for 1 of ${soughtEvery}`,
  readShort: `streams/s of ${shortLength} events, 64 at a time`,
};

/**
 * The embedded event store beside the server that EVENTSTORE_BESIDE_URL names, by the same client. The client takes a
 * processor as well, so a ratio says what a caller on the same machine gets, and not what each of them could give.
 */
export default async function run(): Promise<void> {
  const url = process.env['EVENTSTORE_BESIDE_URL'] ?? '';
  if (url === '') {
    console.error(
      'EVENTSTORE_BESIDE_URL is missing: give the connection string of a server, such as esdb://127.0.0.1:2113?tls=false.',
    );
    process.exit(2);
  }
  const began = performance.now();
  const client = EventStoreDBClient.connectionString(url);
  const target = await startTarget('durable');
  try {
    const idleMemory = target.node.memory();
    const measured = await measure(await fill(target), await fill({ client }));
    const memory = {
      idleMemoryMiB: idleMemory,
      memoryMiB: target.node.memory(),
      peakMemoryMiB: target.node.peakMemory(),
    };
    const seconds = (performance.now() - began) / 1000;

    const names = Object.keys(titles) as (keyof typeof titles)[];
    console.table(
      Object.fromEntries(
        names.map((name) => {
          const { durable, ceiling, ratio } = measured[name];
          return [titles[name], rounded({ embedded: durable, server: ceiling, ratio })];
        }),
      ),
    );
    // The ratio of `appendC64P99` is one of times: a smaller one is better.
    const ratios = rounded(Object.fromEntries(names.map((name) => [name, measured[name].ratio])));
    const figures = rounded({
      ...Object.fromEntries(
        names.flatMap((name) => [
          [name, measured[name].durable],
          [`${name}Server`, measured[name].ceiling],
        ]),
      ),
      readStreamMicros: measured.readStream.durableMicros,
      readAllMicros: measured.readAll.durableMicros,
      ...memory,
      seconds,
    });
    console.table(figures);
    console.log(JSON.stringify({ bench: 'event-store-beside', ratios, figures }));
  } finally {
    await client.dispose();
    await target.stop();
  }
}
