import type { Spread } from './figures.ts';

type Limit = Readonly<{ atLeast: number }> | Readonly<{ atMost: number }>;

/** What a figure of a bench should reach. `name`: that of the ratio or measure in the outcome. */
export type Aim = Readonly<{ bench: string; name: string; what: string }> & Limit;

/** The sizes at which the aims hold, where they are not those of the bench alone. A variable that is set wins. */
export const sizes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  rebuild: { BENCH_EVENTS: '2000000' },
  footprint: { BENCH_REST_SECONDS: '120' },
  soak: { BENCH_MINUTES: '10', BENCH_WORKSPACES: '10000' },
};

const beside = 'event-store-beside';

/** docs/performance.md has what was reached, and what limits the rest. */
export const aims: readonly Aim[] = [
  { bench: 'append', name: 'c64', what: 'appends, 64 at a time, of a store without a disk', atLeast: 0.9 },
  { bench: 'dispatch', name: 'ofPlainWorker', what: 'destinations a second, of a plain worker', atLeast: 0.5 },
  { bench: 'dispatch', name: 'ofPlainProcessorTime', what: 'processor time of a plain worker', atLeast: 0.5 },
  { bench: 'dispatch', name: 'lateP99Ms', what: 'ms late at 50 posts a second, p99', atMost: 500 },
  { bench: 'dispatch', name: 'dueToSocketP50Ms', what: 'ms from due to the socket, alone, p50', atMost: 30 },
  { bench: 'commands', name: 'throughput', what: 'commands, of one insert', atLeast: 0.7 },
  { bench: 'commands', name: 'p99', what: 'p99 of commands, times that of one insert', atMost: 3 },
  { bench: 'rebuild', name: 'rate', what: 'rebuild of 2,000,000 events, of a bare read', atLeast: 0.7 },
  { bench: 'scale', name: '2 nodes, 2000 ms', what: 'two nodes that send, of twice one', atLeast: 0.9 },
  { bench: 'scale', name: '4 nodes, 2000 ms', what: 'four nodes that send, of four times one', atLeast: 0.9 },
  { bench: 'scale', name: '2 nodes, 100 ms', what: 'the same of two, with quick platforms', atLeast: 0.9 },
  { bench: 'scale', name: '4 nodes, 100 ms', what: 'the same of four, with quick platforms', atLeast: 0.9 },
  { bench: 'scale', name: 'two API nodes', what: 'two API nodes, of one', atLeast: 0.95 },
  { bench: 'start', name: 'readySeconds', what: 'seconds of a second start', atMost: 3 },
  { bench: 'start', name: 'processorSeconds', what: 'seconds of processor time of a second start', atMost: 3 },
  { bench: 'footprint', name: 'idleMiB', what: 'MiB at rest', atMost: 250 },
  { bench: 'footprint', name: 'idlePercent', what: 'percent of a core at rest', atMost: 0.5 },
  {
    bench: 'soak',
    name: 'memory at the end: service',
    what: 'soak: memory of the service, end to middle',
    atMost: 1.05,
  },
  { bench: 'soak', name: 'memory at the end: Postgres', what: 'soak: memory of Postgres', atMost: 1.05 },
  { bench: 'soak', name: 'memory at the end: event store', what: 'soak: memory of the event store', atMost: 1.05 },
  { bench: 'soak', name: 'loopP99Ms', what: 'soak: ms of delay of the event loop, p99', atMost: 50 },
  { bench: beside, name: 'appendC64', what: 'embedded event store: appends, of a server beside it', atLeast: 0.9 },
  { bench: beside, name: 'readStream', what: 'the same: events of a stream', atLeast: 0.9 },
  { bench: beside, name: 'readAll', what: 'the same: events of everything', atLeast: 0.9 },
  { bench: beside, name: 'filter', what: 'the same: events searched by a filter', atLeast: 0.9 },
  { bench: beside, name: 'readShort', what: 'the same: short streams', atLeast: 0.9 },
];

/** The benches that have an aim, in the order of the aims, without the one that needs a server that is not given. */
export const benchesWithAims: readonly string[] = [...new Set(aims.map(({ bench }) => bench))].filter(
  (bench) => bench !== beside || process.env['EVENTSTORE_BESIDE_URL'],
);

const isReached = (aim: Aim, median: number): boolean =>
  'atLeast' in aim ? median >= aim.atLeast : median <= aim.atMost;

/** One row for each aim whose bench has run, by what it is about. */
export const judged = (
  spreads: ReadonlyMap<string, Readonly<Record<string, Spread>>>,
): Readonly<Record<string, Readonly<{ aim: string; median: number; least: number; most: number; reached: string }>>> =>
  Object.fromEntries(
    aims.flatMap((aim) => {
      const spread = spreads.get(aim.bench)?.[aim.name];
      if (spread === undefined) return [];
      const { median, least, most } = spread;
      const limit = 'atLeast' in aim ? `>= ${aim.atLeast}` : `<= ${aim.atMost}`;
      return [[aim.what, { aim: limit, median, least, most, reached: isReached(aim, median) ? 'yes' : 'no' }]];
    }),
  );
