import { sql } from 'kysely';
import type { Unparked } from '../../../commands/operations/operation-commands.ts';
import type { ProcessManager } from '../../../processes/kernel/process-manager.ts';
import { announceParking, readCheckpoints, unparkSubscriber } from '../../../projections/kernel/checkpoint.ts';
import { listParked } from '../../../projections/kernel/parking.ts';
import type { Database } from '../../stores/postgres/database.ts';
import type { ServiceEventStore } from '../../stores/event-store/service-event-store.ts';
import { fanOutName, processManagers } from '../../../processes/all-processes.ts';
import { unparkInstance } from '../../stores/postgres/unpark-instance.ts';

type Stores = Readonly<{ database: Database; store: ServiceEventStore }>;

/** Every process of this code, by name. */
export const knownProcesses: readonly Readonly<{ name: string; says: string }>[] = [
  ...processManagers.map(({ name, description: says }) => ({ name, says })),
  { name: fanOutName, says: 'Owes each webhook endpoint what it subscribed to.' },
];

/** The name of a process's checkpoint. */
export const processSubscriber = (name: string): string => `process/${name}`;

type Counts = Readonly<{ process: string; instances: string; due: string; failing: string }>;

/** Every process, how far it is, how much it has to do, and what of it stands still. */
export const processesOverview = async ({ database, store }: Stores) => {
  const db = database.kysely;
  const [checkpoints, parked, head, { rows }] = await Promise.all([
    readCheckpoints(db),
    listParked(db),
    store.head(),
    sql<Counts>`
      select process, count(*) as instances, count(*) filter (where wake_at is not null) as due,
        count(*) filter (where failures > 0) as failing
      from process_instance group by process`.execute(db),
  ]);
  return knownProcesses.map(({ name, says }) => {
    const checkpoint = checkpoints.get(processSubscriber(name));
    const counts = rows.find(({ process }) => process === name);
    return {
      name,
      says,
      started: checkpoint !== undefined,
      commit: checkpoint?.position.commit.toString() ?? null,
      caughtUp: checkpoint !== undefined && (head === undefined || checkpoint.position.commit >= head.commit),
      parked: checkpoint?.parked ?? null,
      instances: Number(counts?.instances ?? 0),
      /** With something to do, now or later. */
      waiting: Number(counts?.due ?? 0),
      /** Whose last action failed and is tried again. */
      failing: Number(counts?.failing ?? 0),
      parkedInstances: parked
        .filter(({ subscriber }) => subscriber === processSubscriber(name))
        .map(({ key, stream, eventType, error, parkedAt }) => ({ instance: key, stream, eventType, error, parkedAt })),
    };
  });
};

/** Lets a process go on and folds its parked instances anew, or the one instance. */
export const unparkProcess = async (
  name: string,
  wanted: string | undefined,
  { database, store }: Stores,
): Promise<Unparked> => {
  const db = database.kysely;
  const manager: ProcessManager | undefined = processManagers.find((one) => one.name === name);
  const parked = (await listParked(db)).filter(({ subscriber }) => subscriber === processSubscriber(name));
  const freed: string[] = [];
  const still: { name: string; error: string }[] = [];
  for (const instance of wanted === undefined ? parked.map(({ key }) => key) : [wanted]) {
    if (!manager) break;
    const result = await unparkInstance(manager, instance, store, db);
    if (result.outcome === 'freed') freed.push(instance);
    if (result.outcome === 'parked') still.push({ name: instance, error: result.still.error });
  }
  if (wanted === undefined && (await unparkSubscriber(processSubscriber(name), db))) {
    await announceParking(processSubscriber(name), db);
    freed.push(name);
  }
  return { freed, still };
};
