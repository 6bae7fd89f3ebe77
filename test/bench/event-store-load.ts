import { randomBytes } from 'node:crypto';
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { EventStoreDBClient, jsonEvent, type ResolvedEvent } from '@eventstore/db-client';
import { type NodeProcess, startProcess } from '../infra/products/event-store-node/node-process.ts';
import { Journal } from '../../infra/products/event-store-node/storage/journal.ts';
import { temporaryFolder } from '../infra/products/event-store-node/server.ts';

/** A payload of 1 KiB that does not compress away. */
const payload = { pad: randomBytes(750).toString('base64') };
export const kibibyteEvent = () => jsonEvent({ type: 'Measured', data: payload });

export type Target = Readonly<{ node: NodeProcess; client: EventStoreDBClient; stop: () => Promise<void> }>;

/** What is measured by its client alone: also a server that another program has started, whose process is unknown. */
export type Served = Pick<Target, 'client'> & Partial<Pick<Target, 'node'>>;

/** A node in a process of its own: one that stores, in a folder that may hold events, or the one that only acknowledges. */
export const startTarget = async (kind: 'durable' | 'null', filled?: string): Promise<Target> => {
  const dir = filled ?? (await temporaryFolder());
  const node = await startProcess('--insecure', ...(kind === 'null' ? ['--null-store'] : ['--dir', dir]));
  const client = EventStoreDBClient.connectionString(node.url);
  const stop = async (): Promise<void> => {
    await client.dispose();
    await node.end();
    rmSync(dir, { recursive: true, force: true });
  };
  return { node, client, stop };
};

/** In the names of the streams, because a server keeps those of the bench that ran before. */
export const session = randomBytes(6).toString('hex');

let run = 0;

/** Appends for each of `workers`, one event at a time at an exact revision; events a second, and the milliseconds of each. */
export const appendTimes = async (
  { client }: Served,
  workers: number,
  milliseconds = 1_500,
): Promise<{ rate: number; times: number[] }> => {
  run += 1;
  const times: number[] = [];
  const began = performance.now();
  const end = began + milliseconds;
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      for (let revision = 0; performance.now() < end; revision += 1) {
        const expectedRevision = revision === 0 ? 'no_stream' : BigInt(revision - 1);
        const appended = performance.now();
        await client.appendToStream(`append-${session}-${run}-${worker}`, kibibyteEvent(), { expectedRevision });
        times.push(performance.now() - appended);
      }
    }),
  );
  return { rate: (times.length * 1000) / (performance.now() - began), times };
};

/** The same, without the times; events a second. */
export const appendRate = async (target: Served, workers: number, milliseconds?: number): Promise<number> =>
  (await appendTimes(target, workers, milliseconds)).rate;

/** Reads to the end; events a second. */
export const readRate = async (events: AsyncIterable<ResolvedEvent>): Promise<number> => {
  const began = performance.now();
  let count = 0;
  for await (const _ of events) count += 1;
  return (count * 1000) / (performance.now() - began);
};

const record = randomBytes(1_250);

/** Calls `write` again and again; calls a second. */
const rateOf = async (write: () => Promise<unknown> | void, milliseconds = 400): Promise<number> => {
  const began = performance.now();
  let count = 0;
  for (; performance.now() - began < milliseconds; count += 1) await write();
  return (count * 1000) / (performance.now() - began);
};

export type SyncRates = Readonly<{
  /** Behind what is in a file, with an `fdatasync` after each: what a disk is usually judged by. */
  appended: number;
  /** By the node's own journal, over blocks that exist already: what the node asks of the disk for an append. */
  journal: number;
}>;

/** How often a second this disk takes 1 KiB for good. */
export const syncRates = async (): Promise<SyncRates> => {
  const folder = await temporaryFolder();
  const file = openSync(join(folder, 'appended'), 'w');
  const appended = await rateOf(() => {
    writeSync(file, record);
    fdatasyncSync(file);
  });
  closeSync(file);
  const journal = new Journal(join(folder, 'journal'), { generation: 0, segment: 1 }, () => Promise.resolve());
  let position = 0;
  const write = (): Promise<void> => journal.append([{ position: (position += 1), record }]);
  await write();
  const rates = { appended, journal: await rateOf(write) };
  await journal.close();
  rmSync(folder, { recursive: true, force: true });
  return rates;
};

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/**
 * Measures both targets in turn and compares them round by round, so that what else the machine does meanwhile weighs on
 * both alike.
 */
export const compare = async <T>(
  durable: T,
  ceiling: T,
  measure: (target: T) => Promise<number>,
  rounds = 5,
): Promise<{ durable: number; ceiling: number; ratio: number }> => {
  const pairs: { durable: number; ceiling: number }[] = [];
  await measure(ceiling);
  await measure(durable);
  for (let round = 0; round < rounds; round += 1) {
    pairs.push({ ceiling: await measure(ceiling), durable: await measure(durable) });
  }
  return {
    durable: median(pairs.map((pair) => pair.durable)),
    ceiling: median(pairs.map((pair) => pair.ceiling)),
    ratio: median(pairs.map((pair) => pair.durable / pair.ceiling)),
  };
};

/**
 * A reading of `events` events compared, with the microseconds of a processor that each event costs the nodes. They are NaN
 * for a server whose process is unknown.
 */
export const compareReads = async (
  durable: Served,
  ceiling: Served,
  events: number,
  read: (target: Served) => AsyncIterable<ResolvedEvent>,
): Promise<{ durable: number; ceiling: number; ratio: number; durableMicros: number; ceilingMicros: number }> => {
  const costs = { durable: [] as number[], ceiling: [] as number[] };
  const rates = await compare(durable, ceiling, async (target) => {
    const before = target.node?.processorTime() ?? NaN;
    const rate = await readRate(read(target));
    const used = (target.node?.processorTime() ?? NaN) - before;
    costs[target === durable ? 'durable' : 'ceiling'].push((used * 1e6) / events);
    return rate;
  });
  return { ...rates, durableMicros: median(costs.durable), ceilingMicros: median(costs.ceiling) };
};

export const rounded = (values: Readonly<Record<string, number>>, digits = 2): Record<string, number> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value.toFixed(digits))]));
