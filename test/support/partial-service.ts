import type { Kysely } from 'kysely';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { CommandHandler } from '../../commands/kernel/handle.ts';
import { Clocks } from '../../infra/stores/clock/clocks.ts';
import type { Database } from '../../infra/stores/postgres/database.ts';
import { openNotifications } from '../../infra/stores/postgres/listen.ts';
import { ProcessInstances, workerNames } from '../../infra/stores/postgres/process-instances.ts';
import { ProcessName } from '../../infra/stores/postgres/process-name.ts';
import { dueTimesIn, wakeChannel } from '../../infra/stores/postgres/instance-rows.ts';
import { ProcessSubscriber } from '../../infra/stores/postgres/process-subscriber.ts';
import { backOff, isTransient } from '../../infra/stores/postgres/retry-policy.ts';
import type { EdgePorts } from '../../infra/edge/http/edge-ports.ts';
import { processEngine } from '../../processes/kernel/engine.ts';
import type { RunnableProcess } from '../../processes/kernel/process.ts';
import type { WorkerTiming } from '../../processes/kernel/worker-timing.ts';
import type { ReadModels } from '../../projections/database.ts';
import { beforeFirstEvent, createCheckpoints } from '../../projections/kernel/checkpoint.ts';
import { SubscriptionRunner } from '../../projections/kernel/subscription-runner.ts';
import type { Projection } from '../../projections/kernel/projection.ts';
import { subscribersFor } from '../../projections/kernel/read-models.ts';
import type { Subscriber } from '../../projections/kernel/subscriber.ts';
import { startEdge } from './edge.ts';
import { until } from './until.ts';

/** The clocks of both modes, as `Clocks` of the service has them. */
export type ServiceClock = Pick<Clocks, 'now' | 'aheadMs'>;

/** A test clock that runs ahead of real time by as much as it is advanced. */
export const clockAhead = () => {
  let aheadMs = 0;
  return {
    get aheadMs() {
      return aheadMs;
    },
    now: (mode: 'live' | 'test') => new Date(Date.now() + (mode === 'test' ? aheadMs : 0)),
    advance: (milliseconds: number) => void (aheadMs += milliseconds),
  };
};

/** The read models, as readers see them. */
export const readModelsOf = ({ kysely }: Database): Kysely<ReadModels> =>
  // The views come with the projections: the database's own type does not have them.
  kysely.withTables<ReadModels>();

type PartialServiceOptions = Readonly<{
  store: EventStore;
  database: Database;
  commands?: CommandHandler;
  projections?: readonly Projection[];
  processes?: readonly RunnableProcess[];
  /** Subscribers beside those of the projections and the processes. */
  subscribers?: readonly Subscriber[];
  /** The clock kept in Postgres by default. */
  clock?: ServiceClock;
  laneRoom?: number;
  timing?: Partial<WorkerTiming>;
}>;

/**
 * A part of the service on real stores: one reading of the log feeds the chosen projections and processes, a worker acts
 * for the processes, and an edge serves the chosen endpoints.
 */
export const startPartialService = async ({
  store,
  database,
  commands = new CommandHandler(store),
  projections = [],
  processes = [],
  subscribers = [],
  clock: given,
  laneRoom = 4,
  timing = { maxSleepMilliseconds: 20 },
}: PartialServiceOptions) => {
  const faults: unknown[] = [];
  const ofProcesses = [...processes.map((process) => new ProcessSubscriber(process)), ...subscribers];
  const names = ofProcesses.map(({ name }) => name);
  await createCheckpoints(names, beforeFirstEvent, database.kysely);
  const readModels = await subscribersFor(projections, database.kysely);
  const notifications = openNotifications(database.connection);
  // The clock wakes the worker, which is made after it.
  const wakers: (() => void)[] = [];
  const wake = (): void => wakers.forEach((each) => each());
  const clocks = await Clocks.open(database.kysely, notifications, wake);
  const clock: ServiceClock = given ?? clocks;
  const runner = new SubscriptionRunner({
    log: store,
    db: database.kysely,
    subscribers: [...ofProcesses, ...readModels.map(({ subscriber }) => subscriber)],
    isTransient,
    backOff,
    report: {
      parked: (name, error) => faults.push(new Error(`${name} is parked`, { cause: error })),
      retrying: (error) => faults.push(error),
      joined: () => undefined,
    },
  });
  const name = new ProcessName(database.connection, workerNames);
  const engine = await processEngine({
    name,
    processes,
    instances: new ProcessInstances(database.kysely, () => clock.aheadMs),
    laneRoom,
    timing,
    context: { commands, now: (mode) => clock.now(mode) },
    report: { failed: (_claimed, error) => faults.push(error), fault: (error) => faults.push(error) },
  });
  wakers.push(() => engine.wake());
  await notifications.subscribe(wakeChannel, (payload) => engine.wake(dueTimesIn(payload)));

  const stopping = new AbortController();
  if (processes.length > 0) engine.begin();
  const running = runner.run(stopping.signal);
  const edges: { stop(): Promise<unknown> }[] = [];

  const db = readModelsOf(database);
  const freshness: EdgePorts['freshness'] = {
    wait: async (_models, commit) => {
      await until('the read models have caught up', () => runner.position.commit >= commit);
      return true;
    },
  };
  return {
    commands,
    db,
    clocks,
    freshness,
    faults,
    wake,
    /** Starts an edge over these stores. It stops with the service. */
    serve: async ({ ports, ...options }: NonNullable<Parameters<typeof startEdge>[0]>) => {
      const edge = await startEdge({
        ...options,
        ports: { commands, db, freshness, clock: (mode) => clock.now(mode).getTime(), ...ports },
      });
      edges.push(edge);
      return edge;
    },
    stop: async (): Promise<void> => {
      for (const edge of edges) await edge.stop();
      stopping.abort();
      await Promise.all([running, engine.stop()]);
      await name.release();
      await notifications.close();
    },
  };
};
