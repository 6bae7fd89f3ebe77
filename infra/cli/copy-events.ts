import { runningStores, startEmbeddedEventStore } from '../composition/embedded-stores.ts';
import { configFrom } from '../composition/config.ts';
import { compareLogs, OtherLog } from '../log/move/compare-logs.ts';
import { copyLog, type CopyProgress, type Logs } from '../log/move/copy-log.ts';
import { CannotFollow } from '../log/move/follow-move.ts';
import { NotTheSignedLog } from '../log/move/moved-tree.ts';
import { NotACopy } from '../log/move/end-of-copy.ts';
import { AppendNotTaken } from '../stores/eventstoredb/ordered-appends.ts';
import { readConnectionString, BadConnectionString } from '../stores/eventstoredb/connection-string.ts';
import { RawLog } from '../stores/eventstoredb/raw-log.ts';
import { StoreUnavailable } from '../../domain/kernel/event-store.ts';
import { createLogger } from '../telemetry/logger.ts';
import { print, printJson, Refusal, UsageError } from './operator.ts';
import { progressBar, progressBetween } from './progress.ts';

export type StoresAsked = Readonly<{ from: string | undefined; to: string | undefined; json: boolean }>;

/** How the event store of DATA_DIR is named in place of its address. */
const embedded = 'embedded';

type Stoppable = Readonly<{ url: string; stop(): Promise<void> }>;

/** The embedded event store of DATA_DIR: that of the running service, or one for this command. */
const embeddedEventStore = async (): Promise<Stoppable> => {
  const config = configFrom({ ...process.env, EVENTSTORE_URL: undefined, DATABASE_URL: undefined });
  const running = await runningStores(config.dataDir);
  if (running) return { url: running.eventStoreUrl, stop: () => Promise.resolve() };
  return startEmbeddedEventStore(config, createLogger('fatal'));
};

const connectionString = (option: string, text: string): string => {
  try {
    return readConnectionString(text).text;
  } catch (fault) {
    if (!(fault instanceof BadConnectionString)) throw fault;
    throw new UsageError(`--${option} ${fault.message}`, { cause: fault });
  }
};

/** Opens both event stores for the work, and says faults of theirs in a sentence. */
export const withBothLogs = async <T>(
  { from, to }: StoresAsked,
  work: (logs: Logs, urls: Readonly<{ from: string; to: string }>) => Promise<T>,
): Promise<T> => {
  if (from === undefined || to === undefined) throw new UsageError('--from URL and --to URL are both needed');
  if (to === embedded) throw new UsageError('--to takes the address of an event store');
  if (from === to) throw new UsageError('--from and --to name the same event store');
  const target = connectionString('to', to);
  const source = from === embedded ? undefined : connectionString('from', from);
  const store = source === undefined ? await embeddedEventStore() : { url: source, stop: () => Promise.resolve() };
  const logs = { from: new RawLog(store.url), to: new RawLog(target) };
  try {
    return await work(logs, { from: store.url, to: target });
  } catch (fault) {
    const isSaid = [NotACopy, OtherLog, AppendNotTaken, CannotFollow, NotTheSignedLog];
    if (fault instanceof Error && isSaid.some((kind) => fault instanceof kind))
      throw new Refusal(fault.message, { cause: fault });
    if (!(fault instanceof StoreUnavailable)) throw fault;
    const cause = fault.cause instanceof Error ? `: ${fault.cause.message}` : '';
    throw new Refusal(`${fault.message}${cause}. Run the command again: it continues where it stopped.`, {
      cause: fault,
    });
  } finally {
    await logs.from.close();
    await logs.to.close();
    await store.stop();
  }
};

export const sightOf = ({ at, end, events }: CopyProgress) => ({
  done: end.commit <= 0n ? 1 : Math.min(1, Number(at.commit) / Number(end.commit)),
  events,
  seconds: performance.now() / 1000,
});

const perSecond = (events: number, began: number): number =>
  Math.round(events / Math.max(0.001, performance.now() / 1000 - began));

/** Copies one event store into another. */
export const copyEvents = (asked: StoresAsked): Promise<void> =>
  withBothLogs(asked, async (logs) => {
    const began = performance.now() / 1000;
    const bar = progressBar(process.stderr);
    let first: ReturnType<typeof sightOf> | undefined;
    const copied = await copyLog(logs, (progress) => {
      const now = sightOf(progress);
      first ??= { ...now, events: 0, seconds: began };
      if (!asked.json) bar.show(progressBetween(first, now));
    });
    const eventsPerSecond = perSecond(copied.events, began);
    if (asked.json) return printJson({ ...copied, eventsPerSecond });
    bar.end();
    const { events, markers, settings } = copied;
    print(`${events} events copied, ${eventsPerSecond} events/s; settings or deletions of ${settings} streams.`);
    if (markers > 0)
      print(`${markers} of the events mark the place of one that was scavenged: revisions are as they were.`);
  });

/** Compares two event stores. The exit code is 1 where they differ. */
export const checkCopy = (asked: StoresAsked): Promise<void> =>
  withBothLogs(asked, async (logs) => {
    const began = performance.now() / 1000;
    const [last] = await logs.from.newest(1, { on: 'stream', regex: '^[^$].*' });
    const bar = progressBar(process.stderr);
    const { events, streams, order } = await compareLogs(logs, (compared, at) => {
      const end = last?.position ?? at;
      const first = { done: 0, events: 0, seconds: began };
      if (!asked.json) bar.show(progressBetween(first, sightOf({ at, end, events: compared })));
    });
    const isSame = streams.length === 0 && order === undefined;
    if (!isSame) process.exitCode = 1;
    const eventsPerSecond = perSecond(events, began);
    if (asked.json) return printJson({ same: isSame, events, streams, order: order ?? null, eventsPerSecond });
    bar.end();
    if (isSame)
      return print(`Both stores hold the same ${events} events in the same order, ${eventsPerSecond} events/s.`);
    if (streams.length > 0) print(`${streams.length} streams differ:\n${streams.join('\n')}`);
    if (order) print(`The order differs from ${order.revision}@${order.stream} on.`);
  });
