import { eventTypeFilter } from '@eventstore/db-client';
import { EventLog } from '../../infra/products/event-store-node/log/event-log.ts';
import { anyRevision } from '../../infra/products/event-store-node/log/expected-revision.ts';
import { jsonEvent } from '../../infra/products/event-store-node/log/proposed-event.ts';
import { temporaryFolder } from '../infra/products/event-store-node/server.ts';
import { appendRate, compare, kibibyteEvent, median, startTarget, type Target } from './event-store-load.ts';

const small = 50_000;
/** Two nodes on one disk: its moods differ more from second to second than the logs do. */
const growthRounds = 9;
const batch = 1_000;
const streamLength = 20_000;
/** One event of so many is what the filter is after. */
const rareEvery = 100;
/** How many of the events are sent to find the rate of sending them all. */
const sentUnfiltered = 200_000;

/** A folder with so many events, written by the node's own log: through the client it would take most of the measurement. */
const filledFolder = async (count: number): Promise<string> => {
  const dir = await temporaryFolder();
  const log = await EventLog.open(dir, (error) => {
    throw error;
  });
  for (let at = 0; at < count; at += batch) {
    const stream = `fill-${Math.floor(at / streamLength)}`;
    const events = Array.from({ length: batch }, (_, n) =>
      jsonEvent(n % rareEvery === 0 ? 'Rare' : 'Common', { n: at + n }),
    );
    await log.writer.append(stream, anyRevision, events);
  }
  await log.close();
  return dir;
};

/** Milliseconds to read the first thousand events of a stream. */
const streamTime = async ({ client }: Target, stream: string): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    const began = performance.now();
    for await (const _ of client.readStream(stream, { maxCount: batch })) continue;
    times.push(performance.now() - began);
  }
  return median(times);
};

/** As many as one append may carry. */
const nearlyThousand = ({ client }: Target, stream: string) =>
  client.appendToStream(stream, Array.from({ length: 900 }, kibibyteEvent));

/** Seconds until a subscription to everything, or to the rare events only, has delivered `count`. */
const subscribed = async ({ client }: Target, count: number, filtered: boolean): Promise<number> => {
  const filter = eventTypeFilter({ prefixes: ['Rare'], maxSearchWindow: 10_000 });
  const subscription = client.subscribeToAll(filtered ? { filter } : {});
  const began = performance.now();
  let seen = 0;
  for await (const _ of subscription) if ((seen += 1) >= count) break;
  const seconds = (performance.now() - began) / 1000;
  await subscription.unsubscribe();
  return seconds;
};

/** Events a second that a filter looks through, and that are sent without one, in turns. */
const filterRates = async (target: Target, events: number, rounds = 3) => {
  const all = Math.min(events, sentUnfiltered);
  const found: { filtered: number; unfiltered: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const unfiltered = all / (await subscribed(target, all, false));
    found.push({ filtered: events / (await subscribed(target, events / rareEvery, true)), unfiltered });
  }
  return {
    filtered: median(found.map(({ filtered }) => filtered)),
    unfiltered: median(found.map(({ unfiltered }) => unfiltered)),
    ratio: median(found.map(({ filtered, unfiltered }) => filtered / unfiltered)),
  };
};

/**
 * A log of `large` events beside one of fifty thousand: how much longer appends and reads take on it, measured in turns so that
 * the machine weighs on both alike; and on the large one what a filter saves over `searched` of its events.
 */
export const measureGrowth = async (large: number, searched: number) => {
  const began = performance.now();
  const fresh = await startTarget('durable', await filledFolder(small));
  const grown = await startTarget('durable', await filledFolder(large));
  const fillSeconds = (performance.now() - began) / 1000;
  const idleMemory = grown.node.memory();
  for (const target of [fresh, grown]) await nearlyThousand(target, 'thousand');
  const append = await compare(fresh, grown, (target) => appendRate(target, 64), growthRounds);
  // The latest stream, and the first there was.
  const read = await compare(
    grown,
    fresh,
    async (target) => (await streamTime(target, 'thousand')) + (await streamTime(target, 'fill-0')),
  );
  await fresh.stop();
  const filter = await filterRates(grown, Math.min(large, searched));
  const peakMemory = grown.node.peakMemory();
  await grown.stop();
  return { append, read, filter, fillSeconds, idleMemory, peakMemory };
};
